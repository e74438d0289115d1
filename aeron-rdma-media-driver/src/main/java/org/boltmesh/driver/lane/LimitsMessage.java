package org.boltmesh.driver.lane;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The payload of kind LIMITS: for each lane of a link, what has left its sender and what that
 * sender may be sent. Says everything each time, so the latest to arrive is enough.
 *
 * <pre>
 *  0 lanes    i32
 *  4 reserved i32
 *  8 per lane: stated i64, limit i64
 * </pre>
 */
final class LimitsMessage {
    private static final int LANES_OFFSET = 0;
    private static final int FIRST_OFFSET = 8;
    private static final int LANE_BYTES = 16;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private LimitsMessage() {}

    static int lengthBytes(int lanes) {
        return FIRST_OFFSET + lanes * LANE_BYTES;
    }

    static void lanes(MutableDirectBuffer buffer, int lanes) {
        buffer.putInt(LANES_OFFSET, lanes, ORDER);
    }

    static void put(MutableDirectBuffer buffer, int lane, long stated, long limit) {
        buffer.putLong(FIRST_OFFSET + lane * LANE_BYTES, stated, ORDER);
        buffer.putLong(FIRST_OFFSET + lane * LANE_BYTES + Long.BYTES, limit, ORDER);
    }

    /** Whether it tells of so many lanes, and is as long as that takes. */
    static boolean isOf(int lanes, DirectBuffer buffer, int offset, int lengthBytes) {
        return lengthBytes == lengthBytes(lanes)
                && buffer.getInt(offset + LANES_OFFSET, ORDER) == lanes;
    }

    static long stated(DirectBuffer buffer, int offset, int lane) {
        return buffer.getLong(offset + FIRST_OFFSET + lane * LANE_BYTES, ORDER);
    }

    static long limit(DirectBuffer buffer, int offset, int lane) {
        return buffer.getLong(offset + FIRST_OFFSET + lane * LANE_BYTES + Long.BYTES, ORDER);
    }
}
