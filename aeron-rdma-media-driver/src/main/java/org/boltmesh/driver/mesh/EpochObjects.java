package org.boltmesh.driver.mesh;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.agrona.CloseHelper;
import org.boltmesh.driver.lane.LaneSize;
import org.boltmesh.driver.lane.LaneSizes;
import org.boltmesh.driver.verbs.CompletionQueue;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.Gid;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.MemoryRegion;
import org.boltmesh.driver.verbs.PortAttributes;
import org.boltmesh.driver.verbs.ProtectionDomain;
import org.boltmesh.driver.verbs.QueuePair;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsException;

/**
 * What a device gives one epoch of a link: a completion queue, and a queue pair with memory for
 * each lane. The device thread makes it, connects it and closes it.
 */
final class EpochObjects {
    private static final int PORT = 1;
    private static final int PACKET_NUMBERS = 1 << 24;

    private final Device device;
    private final ProtectionDomain domain;
    private final CompletionQueue completions;
    private final List<QueuePair> pairs = new ArrayList<>();
    private final List<MemoryRegion> regions = new ArrayList<>();
    private final List<LaneObjects> lanes = new ArrayList<>();
    private final List<RemoteQueuePair> asPeersSee = new ArrayList<>();
    private final PortAttributes port;
    private final int gidIndex;

    record LaneObjects(LaneSize size, MemoryRegion region, QueuePair pair) {}

    private EpochObjects(Device device, int gidIndex, int slots) {
        this.device = device;
        this.gidIndex = gidIndex;
        port = device.queryPort(PORT);
        domain = device.allocateProtectionDomain();
        completions = completions(device, domain, slots);
    }

    private static CompletionQueue completions(Device device, ProtectionDomain domain, int slots) {
        try {
            return device.createCompletionQueue(2 * slots);
        } catch (RuntimeException e) {
            domain.close();
            throw e;
        }
    }

    /**
     * Makes all lanes or none.
     *
     * @param holder for whom, in words for people
     * @throws VerbsException EBUSY where the device has no more queue pairs
     */
    static EpochObjects create(
            Device device, LaneSizes sizes, String holder, RandomGenerator random) {
        int gidIndex =
                device.findIpv4GidIndex(PORT)
                        .orElseThrow(
                                () ->
                                        new VerbsException(
                                                "ibv_query_gid",
                                                Errno.ENODEV,
                                                device.name(),
                                                "wanted an IPv4 address on its interface"));
        EpochObjects objects = new EpochObjects(device, gidIndex, sizes.slots());
        try {
            Gid gid = device.queryGids(PORT).get(gidIndex);
            for (LaneSize size : sizes.lanes()) {
                objects.add(size, gid, holder, random.nextInt(PACKET_NUMBERS));
            }
            return objects;
        } catch (RuntimeException e) {
            throw objects.closedAfter(e);
        }
    }

    private RuntimeException closedAfter(RuntimeException failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private void add(LaneSize size, Gid gid, String holder, int packetNumber) {
        MemoryRegion region = domain.allocateRegion(size.memoryBytes(), holder);
        regions.add(region);
        QueuePair pair =
                domain.createQueuePair(completions, completions, size.queueDepths(), holder);
        pairs.add(pair);
        pair.modifyToInit(PORT);
        lanes.add(new LaneObjects(size, region, pair));
        asPeersSee.add(new RemoteQueuePair(gid, port.lid(), pair.number(), packetNumber));
    }

    /** Brings all queue pairs to where they send and receive. */
    boolean connect(List<RemoteQueuePair> peers) {
        for (int lane = 0; lane < lanes.size(); lane++) {
            QueuePair pair = lanes.get(lane).pair();
            pair.modifyToReceive(peers.get(lane), port.activeMtu(), PORT, gidIndex);
            pair.modifyToSend(asPeersSee.get(lane).packetSequenceNumber());
        }
        return true;
    }

    /** Of all lanes. */
    CompletionQueue completions() {
        return completions;
    }

    List<LaneObjects> lanes() {
        return lanes;
    }

    List<RemoteQueuePair> asPeersSee() {
        return asPeersSee;
    }

    Manners manners() {
        return device.manners();
    }

    /** Gives everything back; goes on after a failure and throws the first. */
    boolean close() {
        List<AutoCloseable> order = new ArrayList<>(pairs);
        order.addAll(regions);
        order.add(completions);
        order.add(domain);
        CloseHelper.closeAll(order);
        return true;
    }
}
