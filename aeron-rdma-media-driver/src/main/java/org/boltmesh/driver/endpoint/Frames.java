package org.boltmesh.driver.endpoint;

import static io.aeron.protocol.HeaderFlyweight.HDR_TYPE_DATA;
import static io.aeron.protocol.HeaderFlyweight.HDR_TYPE_PAD;
import static io.aeron.protocol.HeaderFlyweight.TYPE_FIELD_OFFSET;

import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What is read of a datagram that Aeron sends, from its position on. */
final class Frames {
    /** Where a setup frame tells of its publication. */
    static final int SETUP_TERM_LENGTH_OFFSET = 28;

    static final int SETUP_MTU_OFFSET = 32;

    /** Where status messages and NAKs name theirs; other frames do so like data. */
    static final int STATUS_SESSION_OFFSET = 8;

    static final int STATUS_STREAM_OFFSET = 12;

    private Frames() {}

    static int int32(ByteBuffer datagram, int offset) {
        int value = datagram.getInt(datagram.position() + offset);
        return datagram.order() == ByteOrder.LITTLE_ENDIAN ? value : Integer.reverseBytes(value);
    }

    static int type(ByteBuffer datagram) {
        return datagram.remaining() < DataHeaderFlyweight.MIN_HEADER_LENGTH
                ? -1
                : int32(datagram, TYPE_FIELD_OFFSET - Short.BYTES) >>> Short.SIZE;
    }

    /** Which publication a frame belongs to. */
    static long key(int sessionId, int streamId) {
        return ((long) sessionId << Integer.SIZE) | (streamId & 0xFFFF_FFFFL);
    }

    /** Of a data or setup frame, both of which name it in the same place. */
    static long key(ByteBuffer datagram) {
        return key(
                int32(datagram, DataHeaderFlyweight.SESSION_ID_FIELD_OFFSET),
                int32(datagram, DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET));
    }

    /** Whether Aeron keeps and repeats it: what has payload. */
    static boolean isRepeated(int type, ByteBuffer datagram) {
        return isData(type) && int32(datagram, 0) != 0;
    }

    static boolean isData(int type) {
        return type == HDR_TYPE_DATA || type == HDR_TYPE_PAD;
    }

    static boolean isSetup(int type, ByteBuffer datagram) {
        return type == SetupFlyweight.HDR_TYPE_SETUP
                && datagram.remaining() >= SetupFlyweight.HEADER_LENGTH;
    }
}
