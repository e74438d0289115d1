package org.boltmesh.driver.simulated;

import java.lang.invoke.VarHandle;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.QueuePairState;

/**
 * What the two ends of a connection share of one queue pair: its state, who it is connected to, and
 * the ring of its RECVs. The owner posts to the ring; the one queue pair that it is connected to
 * takes from it, in order, and writes into each entry what became of it.
 */
final class QueuePairSlot extends Slot {
    static final int STRIDE_BYTES = 512;
    static final int RING_ENTRIES = 4096;
    static final int ENTRY_BYTES = 32;
    static final long RING_BYTES = (long) RING_ENTRIES * ENTRY_BYTES;

    /** What the state of a queue pair is more than its number in {@code enum ibv_qp_state}. */
    private static final int FIRST_STATE = 2;

    static final int RESET = code(QueuePairState.RESET);
    static final int RTR = code(QueuePairState.RTR);
    static final int RTS = code(QueuePairState.RTS);

    private static final int NUMBER = 16;
    private static final int REMOTE_NUMBER = 20;
    private static final int REACHES_PEER = 24;
    private static final int EPOCH = 32;
    // Groups written by different processes lie 128 bytes apart: a cache line of Apple silicon.
    private static final int POSTED = 128;
    private static final int CONSUMED = 256;
    private static final int FAILED = 264;
    private static final int PINS = 384;

    private static final int ENTRY_REGION = 0;
    private static final int ENTRY_OFFSET = 8;
    private static final int ENTRY_LENGTH = 16;
    private static final int ENTRY_STATUS = 20;
    private static final int ENTRY_RESULT = 24;

    private final long ring;

    QueuePairSlot(SharedMemory memory, long base, long ring) {
        super(memory, base);
        this.ring = ring;
    }

    static int code(QueuePairState state) {
        return FIRST_STATE
                + switch (state) {
                    case RESET -> 0;
                    case INIT -> 1;
                    case RTR -> 2;
                    case RTS -> 3;
                    case SQD -> 4;
                    case SQE -> 5;
                    case ERR -> 6;
                };
    }

    /** The queue pair's state by its owner's word. */
    static QueuePairState stateOf(int code) {
        return code < FIRST_STATE || code == ABANDONED
                ? QueuePairState.ERR
                : QueuePairState.of(code - FIRST_STATE);
    }

    /** Prepares a claimed slot for a new queue pair. */
    void begin(int number) {
        memory.putInt(base + NUMBER, number);
        memory.putInt(base + REMOTE_NUMBER, 0);
        memory.putInt(base + REACHES_PEER, 0);
        memory.put(base + POSTED, 0);
        memory.put(base + CONSUMED, 0);
        memory.putInt(base + FAILED, 0);
        unpin();
    }

    void connect(int remoteNumber, boolean reachesPeer, long epoch) {
        memory.putInt(base + REMOTE_NUMBER, remoteNumber);
        memory.putInt(base + REACHES_PEER, reachesPeer ? 1 : 0);
        memory.put(base + EPOCH, epoch);
    }

    int number() {
        return memory.getInt(base + NUMBER);
    }

    /** Whether it takes what the far end's queue pair of this number sends. */
    boolean isConnectedTo(int remoteNumber) {
        return memory.getInt(base + REMOTE_NUMBER) == remoteNumber
                && memory.getInt(base + REACHES_PEER) == 1;
    }

    long epoch() {
        return memory.get(base + EPOCH);
    }

    /** RECVs that were ever posted. */
    long posted() {
        return memory.getAcquire(base + POSTED);
    }

    /** By the owner: makes one more RECV known. */
    void post(long region, long offset, int lengthBytes) {
        long entry = entry(posted());
        memory.put(entry + ENTRY_REGION, region);
        memory.put(entry + ENTRY_OFFSET, offset);
        memory.putInt(entry + ENTRY_LENGTH, lengthBytes);
    }

    void publishPost() {
        memory.putRelease(base + POSTED, posted() + 1);
    }

    /** RECVs that ever completed; those before it have a status. */
    long consumed() {
        return memory.getAcquire(base + CONSUMED);
    }

    long region(long index) {
        return memory.get(entry(index) + ENTRY_REGION);
    }

    long offset(long index) {
        return memory.get(entry(index) + ENTRY_OFFSET);
    }

    int lengthBytes(long index) {
        return memory.getInt(entry(index) + ENTRY_LENGTH);
    }

    CompletionStatus status(long index) {
        return CompletionStatus.of(memory.getInt(entry(index) + ENTRY_STATUS));
    }

    int resultBytes(long index) {
        return memory.getInt(entry(index) + ENTRY_RESULT);
    }

    /**
     * By the connected sender: writes what became of the next RECV.
     *
     * @param status a number of {@code enum ibv_wc_status}
     */
    void complete(long index, int status, int lengthBytes) {
        long entry = entry(index);
        memory.putInt(entry + ENTRY_STATUS, status);
        memory.putInt(entry + ENTRY_RESULT, lengthBytes);
    }

    void publishCompletion(long index) {
        memory.putRelease(base + CONSUMED, index + 1);
    }

    /** By the connected sender: the RECV that it completed last failed. */
    void publishFailure() {
        memory.putIntRelease(base + FAILED, 1);
    }

    /** Whether a RECV failed, so that the queue pair is in state ERR. */
    boolean hasFailed() {
        return memory.getIntAcquire(base + FAILED) != 0;
    }

    /**
     * By the owner, which is about to write to a peer's ring or memory. What it finds alive after
     * this stays so until it unpins: whoever takes something away first marks it dead and then
     * waits until no pin is left from before.
     */
    void pin() {
        memory.putRelease(base + PINS, memory.get(base + PINS) | 1);
        VarHandle.fullFence();
    }

    /** Whoever is dead writes no more. */
    @Override
    void abandon() {
        super.abandon();
        unpin();
    }

    void unpin() {
        long pins = memory.get(base + PINS);
        memory.putRelease(base + PINS, pins + (pins & 1));
    }

    /** Odd while the owner is pinning; never the same odd number twice. */
    long pins() {
        return memory.getAcquire(base + PINS);
    }

    private long entry(long index) {
        return ring + (index & RING_ENTRIES - 1) * ENTRY_BYTES;
    }
}
