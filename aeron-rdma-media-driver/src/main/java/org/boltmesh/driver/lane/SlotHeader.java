package org.boltmesh.driver.lane;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The first 32 bytes of every slot, little-endian. A flyweight: it reads and writes where it was
 * last wrapped, checks nothing and never throws for what it reads.
 *
 * <pre>
 *  0 checksum     CRC32C of all that follows, up to the end of the payload
 *  4 magic        u16
 *  6 version      u8
 *  7 kind         u8, {@link SlotKind}
 *  8 payload      i32, bytes
 * 12 source       u16, the sender's endpoint
 * 14 destination  u16, the receiver's endpoint
 * 16 epoch        i64, of the link
 * 24 sequence     i64, per lane and direction, from 0
 * </pre>
 */
public final class SlotHeader {
    public static final int LENGTH_BYTES = 32;

    /** Endpoints are numbered from 0 to this. */
    public static final int ENDPOINT_MAX = 0xFFFF;

    static final int MAGIC = 0xB017;
    static final int VERSION = 1;
    static final int CHECKSUM_BYTES = Integer.BYTES;

    private static final int CHECKSUM_OFFSET = 0;
    private static final int MAGIC_OFFSET = 4;
    private static final int VERSION_OFFSET = 6;
    private static final int KIND_OFFSET = 7;
    private static final int PAYLOAD_OFFSET = 8;
    private static final int SOURCE_OFFSET = 12;
    private static final int DESTINATION_OFFSET = 14;
    private static final int EPOCH_OFFSET = 16;
    private static final int SEQUENCE_OFFSET = 24;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private int offset;

    SlotHeader wrap(UnsafeBuffer slots, int slotOffset) {
        buffer = slots;
        offset = slotOffset;
        return this;
    }

    int checksum() {
        return buffer.getInt(offset + CHECKSUM_OFFSET, ORDER);
    }

    void checksum(int crc) {
        buffer.putInt(offset + CHECKSUM_OFFSET, crc, ORDER);
    }

    int magic() {
        return buffer.getShort(offset + MAGIC_OFFSET, ORDER) & 0xFFFF;
    }

    int version() {
        return buffer.getByte(offset + VERSION_OFFSET) & 0xFF;
    }

    /** Writes what is the same in all headers. */
    SlotHeader mark() {
        buffer.putShort(offset + MAGIC_OFFSET, (short) MAGIC, ORDER);
        buffer.putByte(offset + VERSION_OFFSET, (byte) VERSION);
        return this;
    }

    int kindCode() {
        return buffer.getByte(offset + KIND_OFFSET) & 0xFF;
    }

    /** Of a header that was found good. */
    public SlotKind kind() {
        return SlotKind.of(kindCode());
    }

    SlotHeader kind(SlotKind kind) {
        buffer.putByte(offset + KIND_OFFSET, (byte) kind.code());
        return this;
    }

    public int payloadBytes() {
        return buffer.getInt(offset + PAYLOAD_OFFSET, ORDER);
    }

    SlotHeader payloadBytes(int lengthBytes) {
        buffer.putInt(offset + PAYLOAD_OFFSET, lengthBytes, ORDER);
        return this;
    }

    /** The sender's endpoint. */
    public int source() {
        return buffer.getShort(offset + SOURCE_OFFSET, ORDER) & ENDPOINT_MAX;
    }

    /** The receiver's endpoint. */
    public int destination() {
        return buffer.getShort(offset + DESTINATION_OFFSET, ORDER) & ENDPOINT_MAX;
    }

    SlotHeader endpoints(int source, int destination) {
        buffer.putShort(offset + SOURCE_OFFSET, (short) source, ORDER);
        buffer.putShort(offset + DESTINATION_OFFSET, (short) destination, ORDER);
        return this;
    }

    public long epoch() {
        return buffer.getLong(offset + EPOCH_OFFSET, ORDER);
    }

    SlotHeader epoch(long epoch) {
        buffer.putLong(offset + EPOCH_OFFSET, epoch, ORDER);
        return this;
    }

    /** Counts the messages of a lane in one direction; a gap is a loss, or one that comes late. */
    public long sequence() {
        return buffer.getLong(offset + SEQUENCE_OFFSET, ORDER);
    }

    SlotHeader sequence(long sequence) {
        buffer.putLong(offset + SEQUENCE_OFFSET, sequence, ORDER);
        return this;
    }
}
