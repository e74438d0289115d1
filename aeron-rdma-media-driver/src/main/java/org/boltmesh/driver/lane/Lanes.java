package org.boltmesh.driver.lane;

import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionQueue;
import org.boltmesh.driver.verbs.CompletionStatus;

/**
 * The lanes of one epoch of a link, from the smallest slots to the largest, which tell each other's
 * limits by the smallest. Belongs to the thread that polls; allocates nothing per message. When a
 * keep-alive is due, and when the link is to go down, is for others to say.
 */
public final class Lanes {
    private static final int NO_ENDPOINT = 0;

    private final Lane[] lanes;
    private final CompletionQueue completions;
    private final UnsafeBuffer message;
    private final LaneHandler onArrival = this::onArrival;
    private final CompletionHandler onCompletion = new Completions();
    private LaneHandler handler = (header, buffer, offset, lengthBytes) -> {};
    private long pollNs;
    private long limitsHeard;
    private boolean stopped;

    /**
     * Of lanes in the order of {@link LaneSizes}.
     *
     * @param completions of all their queues, which nobody else polls
     */
    public Lanes(List<Lane> lanes, CompletionQueue completions) {
        this.lanes = lanes.toArray(new Lane[0]);
        this.completions = completions;
        this.message = new UnsafeBuffer(new byte[LimitsMessage.lengthBytes(lanes.size())]);
    }

    public Lane lane(int index) {
        return lanes[index];
    }

    public int count() {
        return lanes.length;
    }

    /**
     * Takes completions: hands over what arrived, frees what was sent, takes what the lanes say to
     * each other, and says new limits where much has changed.
     *
     * @param limit at most so many completions
     * @return how many completions there were
     */
    public int poll(LaneHandler takes, long nowNs, int limit) {
        if (stopped) {
            return 0;
        }
        handler = takes;
        pollNs = nowNs;
        for (Lane lane : lanes) {
            lane.postAgain();
        }
        int count = completions.poll(onCompletion, limit);
        if (count < limit) {
            for (Lane lane : lanes) {
                lane.onQuiet(nowNs);
            }
        }
        if (isUpdateDue()) {
            sendLimits(nowNs);
        }
        return count;
    }

    private boolean isUpdateDue() {
        for (Lane lane : lanes) {
            if (lane.receiveCredits().isUpdateDue()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Says all limits, and what has left this side: the keep-alive. To be repeated on a link
     * without traffic, and more often while a sender waits for credits or the peer may.
     */
    public SendResult sendLimits(long nowNs) {
        LimitsMessage.lanes(message, lanes.length);
        for (int index = 0; index < lanes.length; index++) {
            Lane lane = lanes[index];
            LimitsMessage.put(
                    message, index, lane.sendCredits().completed(), lane.receiveCredits().limit());
        }
        SendResult result =
                lanes[0].offer(
                        SlotKind.LIMITS,
                        NO_ENDPOINT,
                        NO_ENDPOINT,
                        message,
                        0,
                        message.capacity(),
                        nowNs);
        if (result == SendResult.SENT) {
            onAnnounced();
        }
        return result;
    }

    private void onAnnounced() {
        for (Lane lane : lanes) {
            lane.receiveCredits().onAnnounced();
        }
    }

    private void onArrival(SlotHeader header, UnsafeBuffer buffer, int offset, int lengthBytes) {
        if (header.kind() != SlotKind.LIMITS) {
            handler.onDatagram(header, buffer, offset, lengthBytes);
        } else if (LimitsMessage.isOf(lanes.length, buffer, offset, lengthBytes)) {
            onLimits(buffer, offset);
        } else {
            lanes[0].counters().onLimitsRefused();
        }
    }

    private void onLimits(UnsafeBuffer buffer, int offset) {
        limitsHeard++;
        for (int index = 0; index < lanes.length; index++) {
            Lane lane = lanes[index];
            long stated = LimitsMessage.stated(buffer, offset, index);
            boolean good = lane.sendCredits().onLimit(LimitsMessage.limit(buffer, offset, index));
            good &= lane.receiveCredits().onStated(stated, pollNs);
            if (!good) {
                lane.counters().onLimitsRefused();
            }
        }
    }

    /** Limits that were heard; when it has not moved for long, keep-alives are missed. */
    public long limitsHeard() {
        return limitsHeard;
    }

    /** Whether the oldest SEND of any lane is overdue. */
    public boolean isOverdue(long nowNs) {
        for (Lane lane : lanes) {
            if (lane.isOverdue(nowNs)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a work request of any lane failed. */
    public boolean hasFailed() {
        for (Lane lane : lanes) {
            if (lane.hasFailed()) {
                return true;
            }
        }
        return false;
    }

    /** Stops all lanes, and the device thread may close what is beneath. */
    public void stop() {
        stopped = true;
        for (Lane lane : lanes) {
            lane.stop();
        }
        completions.retire();
    }

    /** Whose a completion is: that of the last lane if of no other. */
    private Lane of(int queuePairNumber) {
        int index = 0;
        while (index < lanes.length - 1 && lanes[index].queuePairNumber() != queuePairNumber) {
            index++;
        }
        return lanes[index];
    }

    private final class Completions implements CompletionHandler {
        @Override
        public void onSent(int queuePairNumber, long workRequestId) {
            of(queuePairNumber).onSent(workRequestId, pollNs);
        }

        @Override
        public void onReceived(int queuePairNumber, long workRequestId, int lengthBytes) {
            of(queuePairNumber).onReceived(workRequestId, lengthBytes, onArrival);
        }

        @Override
        public void onFailed(
                int queuePairNumber, long workRequestId, CompletionStatus status, int vendor) {
            of(queuePairNumber).fail(status);
        }
    }
}
