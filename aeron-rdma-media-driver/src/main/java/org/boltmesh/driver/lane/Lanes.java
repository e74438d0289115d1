package org.boltmesh.driver.lane;

import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The lanes of one epoch of a link, from the smallest slots to the largest, which tell each other's
 * limits by the smallest. Belongs to the thread that polls; allocates nothing per message. When a
 * keep-alive is due, and when the link is to go down, is for others to say.
 */
public final class Lanes {
    private static final int NO_ENDPOINT = 0;

    private final Lane[] lanes;
    private final UnsafeBuffer message;
    private final LaneHandler onArrival = this::onArrival;
    private LaneHandler handler = (header, buffer, offset, lengthBytes) -> {};
    private long pollNs;
    private long limitsHeard;

    /** Of lanes in the order of {@link LaneSizes}. */
    public Lanes(List<Lane> lanes) {
        this.lanes = lanes.toArray(new Lane[0]);
        this.message = new UnsafeBuffer(new byte[LimitsMessage.lengthBytes(lanes.size())]);
    }

    public Lane lane(int index) {
        return lanes[index];
    }

    public int count() {
        return lanes.length;
    }

    /**
     * Polls all lanes, takes what they say to each other, and says new limits where much has
     * changed.
     *
     * @param limit at most so many completions of each lane
     * @return how many completions there were
     */
    public int poll(LaneHandler takes, long nowNs, int limit) {
        handler = takes;
        pollNs = nowNs;
        int count = 0;
        for (Lane lane : lanes) {
            count += lane.poll(onArrival, nowNs, limit);
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

    /** Stops all lanes. */
    public void stop() {
        for (Lane lane : lanes) {
            lane.stop();
        }
    }
}
