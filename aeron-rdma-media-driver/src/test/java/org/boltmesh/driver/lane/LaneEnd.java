package org.boltmesh.driver.lane;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.verbs.CompletionQueue;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.MemoryRegion;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.ProtectionDomain;
import org.boltmesh.driver.verbs.QueuePair;
import org.boltmesh.driver.verbs.RegisteredMemoryBudget;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsProvider;

/** One end of a link without the link: queue pairs of some lanes on a device. */
final class LaneEnd implements AutoCloseable {
    static final long DEADLINE_NS = 100_000_000;
    static final long SETTLE_NS = 1_000_000;
    private static final int PORT = 1;

    private final Device device;
    private final ProtectionDomain domain;
    private final LaneSizes sizes;
    private final CompletionQueue completions;
    private final List<MemoryRegion> regions = new ArrayList<>();
    private final List<QueuePair> pairs = new ArrayList<>();

    LaneEnd(VerbsProvider provider, String deviceName, LaneSizes sizes) {
        this.device = Device.open(provider, deviceName, new RegisteredMemoryBudget(1L << 28));
        this.domain = device.allocateProtectionDomain();
        this.sizes = sizes;
        this.completions = device.createCompletionQueue(2 * sizes.slots());
        for (LaneSize size : sizes.lanes()) {
            regions.add(domain.allocateRegion(size.memoryBytes(), "lane"));
            pairs.add(domain.createQueuePair(completions, completions, size.queueDepths(), "lane"));
        }
    }

    private RemoteQueuePair address(int lane) {
        int index = device.findIpv4GidIndex(PORT).orElseThrow();
        return new RemoteQueuePair(
                device.queryGids(PORT).get(index), 0, pairs.get(lane).number(), 0);
    }

    private void receiveFrom(int lane, RemoteQueuePair remote) {
        QueuePair pair = pairs.get(lane);
        pair.modifyToInit(PORT);
        pair.modifyToReceive(
                remote, PathMtu.MTU_1024, PORT, device.findIpv4GidIndex(PORT).orElseThrow());
    }

    /** Brings the queue pairs of both to RTS. */
    static void connect(LaneEnd one, LaneEnd other) {
        for (int lane = 0; lane < one.sizes.count(); lane++) {
            one.receiveFrom(lane, other.address(lane));
            other.receiveFrom(lane, one.address(lane));
            one.pairs.get(lane).modifyToSend(0);
            other.pairs.get(lane).modifyToSend(0);
        }
    }

    /** Lanes over the queue pairs, which have to be connected. */
    Lanes lanes(long epoch) {
        List<Lane> lanes = new ArrayList<>();
        for (int lane = 0; lane < sizes.count(); lane++) {
            LaneSettings settings =
                    new LaneSettings(
                            sizes.lane(lane), device.manners(), epoch, DEADLINE_NS, SETTLE_NS);
            lanes.add(new Lane(pairs.get(lane), regions.get(lane), settings));
        }
        return new Lanes(lanes, completions);
    }

    /** Posts the receives of both and tells each of the other's, as a handshake would. */
    static void open(Lanes one, Lanes other) {
        for (int lane = 0; lane < one.count(); lane++) {
            int window = one.lane(lane).postReceives();
            int otherWindow = other.lane(lane).postReceives();
            one.lane(lane).open(otherWindow);
            other.lane(lane).open(window);
        }
    }

    @Override
    public void close() {
        device.close();
    }
}
