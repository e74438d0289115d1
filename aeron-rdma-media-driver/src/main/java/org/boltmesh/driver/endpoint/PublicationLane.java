package org.boltmesh.driver.endpoint;

import io.aeron.protocol.DataHeaderFlyweight;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What an endpoint knows of one publication: its lane, and where its data ends. Aeron tells of that
 * end only every 100 ms; if the last frame of a burst is lost, nobody misses it until then. So a
 * few small heartbeats follow every burst, at growing intervals, that say it at once.
 */
final class PublicationLane {
    private static final long FIRST_TAIL_NS = TimeUnit.MICROSECONDS.toNanos(150);
    private static final int TAILS = 5;
    private static final int TERM_ID = DataHeaderFlyweight.TERM_ID_FIELD_OFFSET;
    private static final int TERM_OFFSET = DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET;

    private final int lane;
    private final int termLength;
    private final ByteBuffer tail =
            ByteBuffer.allocateDirect(DataHeaderFlyweight.HEADER_LENGTH)
                    .order(ByteOrder.LITTLE_ENDIAN);
    private final UnsafeBuffer tailView = new UnsafeBuffer(tail);
    private boolean hasSent;
    private int tailsLeft;
    private long tailNs;
    private long intervalNs;

    /**
     * A publication whose setup was seen.
     *
     * @param lane where its frames go
     */
    PublicationLane(int lane, int termLength, int sessionId, int streamId) {
        this.lane = lane;
        this.termLength = termLength;
        var header = new DataHeaderFlyweight(tailView);
        header.version(DataHeaderFlyweight.CURRENT_VERSION)
                .flags(DataHeaderFlyweight.BEGIN_AND_END_FLAGS)
                .headerType(DataHeaderFlyweight.HDR_TYPE_DATA);
        header.sessionId(sessionId).streamId(streamId);
    }

    int lane() {
        return lane;
    }

    /** A datagram with data went out; its last frame ends at its own end. */
    void onSent(ByteBuffer datagram, long nowNs) {
        int termId = Frames.int32(datagram, TERM_ID);
        int end = Frames.int32(datagram, TERM_OFFSET) + lengthBytes(datagram);
        if (end >= termLength) {
            advance(termId + 1, 0);
        } else {
            advance(termId, end);
        }
        startTails(nowNs);
    }

    /** What is sent again does not end where the data does. */
    private void advance(int termId, int termOffset) {
        int ahead = termId - tailView.getInt(TERM_ID, ByteOrder.LITTLE_ENDIAN);
        boolean isFurther =
                ahead > 0
                        || (ahead == 0
                                && termOffset
                                        > tailView.getInt(TERM_OFFSET, ByteOrder.LITTLE_ENDIAN));
        if (!hasSent || isFurther) {
            hasSent = true;
            tailView.putInt(TERM_ID, termId, ByteOrder.LITTLE_ENDIAN);
            tailView.putInt(TERM_OFFSET, termOffset, ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** From now on the end is said a few times, if there is one. */
    void startTails(long nowNs) {
        if (hasSent) {
            tailsLeft = TAILS;
            intervalNs = FIRST_TAIL_NS;
            tailNs = nowNs + intervalNs;
        }
    }

    /** A padding frame stands for more than is sent of it. */
    private static int lengthBytes(ByteBuffer datagram) {
        int frame = Frames.int32(datagram, 0);
        return BitUtil.align(
                Math.max(frame, datagram.remaining()), DataHeaderFlyweight.HEADER_LENGTH);
    }

    /** Whether the end of the data is to be said again now. */
    boolean isTailDue(long nowNs) {
        return tailsLeft > 0 && nowNs - tailNs >= 0;
    }

    /** The heartbeat that says it. */
    ByteBuffer nextTail(long nowNs) {
        tailsLeft--;
        intervalNs += intervalNs / 2;
        tailNs = nowNs + intervalNs;
        return tail.clear();
    }
}
