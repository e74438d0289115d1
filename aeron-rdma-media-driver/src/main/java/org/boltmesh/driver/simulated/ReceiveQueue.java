package org.boltmesh.driver.simulated;

import org.agrona.BitUtil;
import org.boltmesh.driver.verbs.CompletionStatus;

/**
 * The RECVs of a queue pair as their owner sees them; the ring itself is in shared memory. Belongs
 * to the thread that posts and polls.
 */
final class ReceiveQueue {
    private final QueuePairSlot slot;
    private final Rules rules;
    private final int mask;
    private final long[] workRequests;
    private long completed;
    private int units;

    ReceiveQueue(QueuePairSlot slot, Rules rules, int depth) {
        this.slot = slot;
        this.rules = rules;
        int capacity = BitUtil.findNextPositivePowerOfTwo(Math.max(1, depth));
        this.mask = capacity - 1;
        this.workRequests = new long[capacity];
    }

    /** What of the queue's depth is taken. */
    int units() {
        return units;
    }

    void post(CallFaults faults, long workRequest, long region, long offset, int lengthBytes) {
        workRequests[(int) slot.posted() & mask] = workRequest;
        units += rules.units(lengthBytes);
        slot.post(region, offset, lengthBytes);
        faults.point(Verb.POST_RECV);
        slot.publishPost();
        faults.point(Verb.POST_RECV);
    }

    /** Completed RECVs that were not handed over yet. */
    long pending() {
        return slot.consumed() - completed;
    }

    /**
     * Hands over what has completed, at most {@code room}.
     *
     * @return false if a RECV failed, of which the queue pair dies
     */
    boolean complete(CompletionBatch batch, int room, int queuePairNumber) {
        long end = Math.min(slot.consumed(), completed + room);
        boolean good = true;
        while (completed < end) {
            CompletionStatus status = slot.status(completed);
            good &= status == CompletionStatus.SUCCESS;
            completeOne(batch, queuePairNumber, status, slot.resultBytes(completed));
        }
        return good;
    }

    /** Hands over the rest as flushed: the queue pair is in state ERR, and nobody writes to it. */
    void flush(CompletionBatch batch, int room, int queuePairNumber) {
        if (pending() > 0) {
            return;
        }
        long end = Math.min(slot.posted(), completed + room);
        while (completed < end) {
            completeOne(batch, queuePairNumber, CompletionStatus.WR_FLUSH_ERR, 0);
        }
    }

    private void completeOne(
            CompletionBatch batch, int queuePairNumber, CompletionStatus status, int lengthBytes) {
        batch.addReceive(
                queuePairNumber, workRequests[(int) completed & mask], status, lengthBytes);
        units -= rules.units(slot.lengthBytes(completed));
        completed++;
    }
}
