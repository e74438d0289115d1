package org.boltmesh.bootstrap.bench.verbs;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionQueue;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.Device;
import org.boltmesh.driver.verbs.PathMtu;
import org.boltmesh.driver.verbs.PortAttributes;
import org.boltmesh.driver.verbs.ProtectionDomain;
import org.boltmesh.driver.verbs.QueuePair;
import org.boltmesh.driver.verbs.RemoteQueuePair;
import org.boltmesh.driver.verbs.VerbsException;

/**
 * One end's queue pairs for messages of one length: one for data and a small one that gives the
 * sender of a stream its credits. One thread does everything.
 */
public final class BenchEnd implements CompletionHandler, StreamEnd {
    private static final int PORT = 1;
    private static final int POLL_LIMIT = 16;
    private static final int CREDIT_BYTES = 64;
    private static final int CREDIT_SLOTS = 16;
    private static final int FIRST_PACKET = 1;

    private final Device device;
    private final int gidIndex;
    private final ProtectionDomain domain;
    private final CompletionQueue completions;
    private final SlotPair data;
    private final SlotPair credits;

    /** Closes what is open, the last first. */
    private final Deque<Runnable> parts = new ArrayDeque<>();

    private Role role = Role.KEEP;
    private long received;
    private long lastNumber = -1;
    private long credited;

    BenchEnd(Device device, int lengthBytes, int slots) {
        this(device, lengthBytes, slots, SlotPayload::number);
    }

    /**
     * An end of a device that has an IPv4 address.
     *
     * @param slots messages that may be under way in each direction
     * @param payloads what is in each message
     * @throws VerbsBenchException if the device has no such address
     */
    public BenchEnd(Device device, int lengthBytes, int slots, SlotPayload.Factory payloads) {
        this.device = device;
        this.gidIndex =
                device.findIpv4GidIndex(PORT)
                        .orElseThrow(
                                () ->
                                        new VerbsBenchException(
                                                "device %s has no IPv4 address, want one on its"
                                                                .formatted(device.name())
                                                        + " interface and an active port; see"
                                                        + " doctor"));
        try {
            this.domain = device.allocateProtectionDomain();
            parts.addFirst(domain::close);
            this.completions = device.createCompletionQueue(2 * slots + 2 * CREDIT_SLOTS);
            parts.addFirst(completions::close);
            this.data = new SlotPair(domain, completions, lengthBytes, slots, payloads);
            parts.addFirst(data::close);
            this.credits =
                    new SlotPair(
                            domain, completions, CREDIT_BYTES, CREDIT_SLOTS, SlotPayload::number);
            parts.addFirst(credits::close);
            data.pair().modifyToInit(PORT);
            credits.pair().modifyToInit(PORT);
        } catch (VerbsException e) {
            close(); // the device lives on, and would run out of what is scarce
            throw e;
        }
    }

    /**
     * Both ends tell each other their addresses and wait until receives are posted on both.
     *
     * @throws IOException if the other end is lost
     */
    public void join(BenchWire wire) throws IOException {
        wire.write(address(data.pair()));
        wire.write(address(credits.pair()));
        connect(wire.readPair(), wire.readPair());
        wire.write(VerbsAnswerer.OPEN);
        if (wire.read(VerbsAnswerer.CLOSE) != VerbsAnswerer.OPEN) {
            throw new VerbsBenchException("the other end could not connect its queue pairs");
        }
    }

    private RemoteQueuePair address(QueuePair pair) {
        return new RemoteQueuePair(
                device.queryGids(PORT).get(gidIndex),
                device.queryPort(PORT).lid(),
                pair.number(),
                FIRST_PACKET);
    }

    /** Connects both queue pairs and posts all receives. */
    private void connect(RemoteQueuePair remoteData, RemoteQueuePair remoteCredits) {
        PortAttributes port = device.queryPort(PORT);
        ready(data, remoteData, port.activeMtu());
        ready(credits, remoteCredits, port.activeMtu());
    }

    private void ready(SlotPair slots, RemoteQueuePair remote, PathMtu mtu) {
        slots.pair().modifyToReceive(remote, mtu, PORT, gidIndex);
        slots.pair().modifyToSend(FIRST_PACKET);
        slots.postReceives();
    }

    @Override
    public void become(Role newRole) {
        role = newRole;
        received = 0;
    }

    @Override
    public int poll() {
        return completions.poll(this, POLL_LIMIT);
    }

    @Override
    public boolean send(long number) {
        return data.send(number);
    }

    @Override
    public long lastNumber() {
        return lastNumber;
    }

    @Override
    public long credited() {
        return credited;
    }

    int slots() {
        return data.slots();
    }

    @Override
    public void onSent(int queuePairNumber, long workRequestId) {
        (queuePairNumber == data.pair().number() ? data : credits).onSent();
    }

    @Override
    public void onReceived(int queuePairNumber, long workRequestId, int lengthBytes) {
        if (queuePairNumber == data.pair().number()) {
            onData(workRequestId);
        } else {
            credited = Math.max(credited, credits.received(workRequestId));
            credits.postReceive(workRequestId);
        }
    }

    private void onData(long slot) {
        lastNumber = data.received(slot);
        received++;
        data.postReceive(slot);
        if (role == Role.ECHO) {
            data.send(lastNumber);
        } else if (role == Role.COUNT && received % Math.max(1, data.slots() / 2) == 0) {
            credits.send(lastNumber + 1);
        }
    }

    @Override
    public void onFailed(
            int queuePairNumber, long workRequestId, CompletionStatus status, int vendorError) {
        throw new VerbsBenchException(
                "work request %d of queue pair %d on %s completed with %s (vendor error %d), want"
                                .formatted(
                                        workRequestId,
                                        queuePairNumber,
                                        device.name(),
                                        status,
                                        vendorError)
                        + " SUCCESS");
    }

    @Override
    public void close() {
        parts.forEach(Runnable::run);
        parts.clear();
    }
}
