package org.boltmesh.driver.lane;

import org.boltmesh.driver.verbs.MemoryRegion;
import org.boltmesh.driver.verbs.QueuePair;

/**
 * The receiving half of a lane: judges each slot that arrived, hands over what is good, and posts
 * the slot again. Belongs to the thread that posts to the queue pair. Allocates nothing per
 * message.
 */
final class LaneReceiver {
    private final QueuePair pair;
    private final MemoryRegion region;
    private final SlotMemory memory;
    private final LaneSize size;
    private final long settleNs;
    private final LaneCounters counters;
    private final SlotCheck check;
    private final int firstByte;
    private final int[] unposted;
    private int unpostedCount;
    private boolean stopped;
    private ReceiveCredits credits;

    LaneReceiver(
            QueuePair pair, MemoryRegion region, LaneSettings settings, LaneCounters counters) {
        this.pair = pair;
        this.region = region;
        this.size = settings.size();
        this.settleNs = settings.settleNs();
        this.counters = counters;
        this.firstByte = size.directionBytes();
        this.memory = SlotMemory.of(region, firstByte, size);
        this.check = new SlotCheck(memory, settings.epoch());
        this.credits = new ReceiveCredits(0, settleNs);
        this.unposted = new int[size.slots()];
        for (int slot = size.slots() - 1; slot >= 0; slot--) {
            unposted[unpostedCount++] = slot;
        }
    }

    /**
     * Posts all slots, or as many as the device takes; what it refuses is tried again later, and is
     * not in the window.
     *
     * @return how many messages the sender may have under way
     */
    int postAll() {
        postAgain();
        int reserved = size.slots() - size.windowSlots();
        int window = Math.max(0, size.slots() - unpostedCount - reserved);
        credits = new ReceiveCredits(window, settleNs);
        return window;
    }

    void stop() {
        stopped = true;
    }

    ReceiveCredits credits() {
        return credits;
    }

    SequenceWindow sequences() {
        return check.sequences();
    }

    /** A RECV completed: judges the slot, hands it over if it is good, and posts it again. */
    void onReceived(int slot, int arrivedBytes, LaneHandler handler) {
        try {
            SlotVerdict verdict = check.judge(slot, arrivedBytes);
            counters.onJudged(verdict);
            if (verdict == SlotVerdict.GOOD) {
                deliver(slot, handler);
            }
        } finally {
            unposted[unpostedCount++] = slot;
            postAgain();
        }
    }

    private void deliver(int slot, LaneHandler handler) {
        SlotHeader header = check.header();
        credits.onSeen(header.sequence());
        counters.onReceived(header.payloadBytes());
        handler.onDatagram(
                header, memory.buffer(), memory.payloadOffset(slot), header.payloadBytes());
    }

    /** Posts what is not posted, as far as the device takes it. */
    void postAgain() {
        while (!stopped && unpostedCount > 0 && post(unposted[unpostedCount - 1])) {
            unpostedCount--;
        }
    }

    private boolean post(int slot) {
        long offset = (long) firstByte + memory.offset(slot);
        return pair.postReceive(slot, region, offset, size.slotBytes());
    }
}
