package org.boltmesh.driver.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** One end of a queue pair with a region of equal slots, and what its completions said. */
final class Endpoint implements AutoCloseable {
    static final int SLOTS = 8;
    private static final int PORT = 1;
    private static final long BOUND_NS = 20_000_000_000L;

    /** A completed receive. */
    record Received(long workRequestId, int lengthBytes) {}

    /** A failed work request. */
    record Failed(long workRequestId, CompletionStatus status) {}

    private final class Log implements CompletionHandler {
        @Override
        public void onSent(int queuePairNumber, long workRequestId) {
            sent.add(workRequestId);
        }

        @Override
        public void onReceived(int queuePairNumber, long workRequestId, int lengthBytes) {
            received.add(new Received(workRequestId, lengthBytes));
        }

        @Override
        public void onFailed(
                int queuePairNumber, long workRequestId, CompletionStatus status, int vendor) {
            failed.add(new Failed(workRequestId, status));
        }
    }

    final List<Long> sent = new ArrayList<>();
    final List<Received> received = new ArrayList<>();
    final List<Failed> failed = new ArrayList<>();

    final int slotBytes;
    final Device device;
    final ProtectionDomain domain;
    final CompletionQueue completions;
    final MemoryRegion region;
    final QueuePair pair;
    private final CompletionHandler log = new Log();
    private int postedReceives;

    Endpoint(VerbsProvider provider, String deviceName, int slotBytes, QueueDepths depths) {
        this.slotBytes = slotBytes;
        this.device = Device.open(provider, deviceName, new RegisteredMemoryBudget(1L << 30));
        this.domain = device.allocateProtectionDomain();
        this.completions = device.createCompletionQueue(256);
        this.region = domain.allocateRegion((long) SLOTS * slotBytes, "contract");
        this.pair = domain.createQueuePair(completions, completions, depths, "contract");
    }

    /** An endpoint whose queues are as deep as it has slots. */
    static Endpoint of(VerbsProvider provider, String deviceName, int slotBytes) {
        int depth = SLOTS * Manners.frames(slotBytes);
        return new Endpoint(provider, deviceName, slotBytes, new QueueDepths(depth, depth));
    }

    RemoteQueuePair address() {
        int index = gidIndex();
        return new RemoteQueuePair(
                device.queryGids(PORT).get(index), device.queryPort(PORT).lid(), pair.number(), 7);
    }

    private int gidIndex() {
        return device.findIpv4GidIndex(PORT).orElseThrow();
    }

    void init() {
        pair.modifyToInit(PORT);
    }

    void readyToReceiveFrom(RemoteQueuePair remote) {
        pair.modifyToReceive(remote, PathMtu.MTU_1024, PORT, gidIndex());
    }

    void readyToSend() {
        pair.modifyToSend(7);
    }

    /** Brings both to RTS. */
    static void connect(Endpoint one, Endpoint other) {
        one.init();
        other.init();
        one.readyToReceiveFrom(other.address());
        other.readyToReceiveFrom(one.address());
        one.readyToSend();
        other.readyToSend();
    }

    boolean postReceive(int slot) {
        boolean posted = pair.postReceive(slot, region, offset(slot), slotBytes);
        postedReceives += posted ? 1 : 0;
        return posted;
    }

    int postedReceives() {
        return postedReceives;
    }

    boolean send(int slot, int lengthBytes, int seed) {
        for (int i = 0; i < lengthBytes; i++) {
            region.memory().set(ValueLayout.JAVA_BYTE, offset(slot) + i, pattern(seed, i));
        }
        return postSend(slot, lengthBytes);
    }

    boolean postSend(int slot, int lengthBytes) {
        return pair.postSend(slot, region, offset(slot), lengthBytes);
    }

    void copy(int fromSlot, int toSlot, int lengthBytes) {
        MemorySegment memory = region.memory();
        MemorySegment.copy(memory, offset(fromSlot), memory, offset(toSlot), lengthBytes);
    }

    /** Where the bytes of a slot first differ from what was sent; its length if nowhere. */
    int equalBytes(int slot, int lengthBytes, int seed) {
        for (int i = 0; i < lengthBytes; i++) {
            if (region.memory().get(ValueLayout.JAVA_BYTE, offset(slot) + i) != pattern(seed, i)) {
                return i;
            }
        }
        return lengthBytes;
    }

    private static byte pattern(int seed, int index) {
        return (byte) (seed * 31 + index * 7 + (index >> 8));
    }

    private long offset(int slot) {
        return (long) slot * slotBytes;
    }

    void poll() {
        completions.poll(log, 16);
    }

    /** Polls both ends until the condition holds, or fails after a bound. */
    static void pollUntil(Endpoint one, Endpoint other, String what, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + BOUND_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("never: %s; %s; %s".formatted(what, one, other));
            }
            one.poll();
            other.poll();
            Thread.onSpinWait();
        }
    }

    /** Polls both ends a while, for what must not happen. */
    static void pollMore(Endpoint one, Endpoint other) {
        for (int i = 0; i < 20_000; i++) {
            one.poll();
            other.poll();
        }
    }

    @Override
    public void close() {
        device.close();
    }

    @Override
    public String toString() {
        return "%s sent %s received %s failed %s".formatted(device.name(), sent, received, failed);
    }
}
