package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The first {@value #LENGTH_BYTES} bytes of a frame, little-endian; a flyweight for one thread.
 *
 * <pre>
 *  0 magic "BMSH"        4 version (2)    6 kind (2)
 *  8 instance epoch (8)
 * 16 number (8): of the message; in an acknowledgement, of the last one delivered
 * 24 sender (4)         28 total length of the message (4)
 * 32 offset (4)         36 payload length (4)
 * 40 stride (4): length of every payload but the last
 * 44 kept (4): how many messages before this one can still be sent again
 * 48 origin (8): the life of the sender that numbered the message
 * 56 flags (4)
 * 60 CRC32C (4) of bytes 0 to 59 and of the payload
 * </pre>
 */
public final class FrameHeader {
    /** Length of a header. */
    public static final int LENGTH_BYTES = 64;

    /** The sender's window fills: it wants to hear what was delivered. */
    static final int ACKNOWLEDGE = 1;

    /** Not a piece of a message, but a question what was delivered. */
    static final int PROBE = 2;

    /** Not a piece of a message, but the answer. */
    static final int ACKNOWLEDGEMENT = 4;

    /** With an answer: what comes after the number has to be sent again. */
    static final int RESEND = 8;

    /** "BMSH". */
    static final int MAGIC = 0x48534d42;

    /** Counts up when a field changes its meaning. */
    static final short VERSION = 2;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int KIND_OFFSET = 6;
    static final int EPOCH_OFFSET = 8;
    static final int NUMBER_OFFSET = 16;
    static final int SENDER_OFFSET = 24;
    static final int TOTAL_OFFSET = 28;
    static final int OFFSET_OFFSET = 32;
    static final int PAYLOAD_OFFSET = 36;
    static final int STRIDE_OFFSET = 40;
    static final int KEPT_OFFSET = 44;
    static final int ORIGIN_OFFSET = 48;
    static final int FLAGS_OFFSET = 56;
    static final int CRC_OFFSET = 60;

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final CRC32C crc = new CRC32C();
    private ByteBuffer bytes = NOTHING;
    private int base;

    /** Lays the flyweight over a header that begins at {@code offset}; sets the byte order. */
    public FrameHeader wrap(ByteBuffer buffer, int offset) {
        bytes = buffer.order(ByteOrder.LITTLE_ENDIAN);
        base = offset;
        return this;
    }

    /** Whether the bytes claim to be a frame of ours. */
    public boolean isOurs() {
        return bytes.getInt(base + MAGIC_OFFSET) == MAGIC
                && bytes.getShort(base + VERSION_OFFSET) == VERSION;
    }

    /** What the message is; the meaning belongs to whoever uses the channel. */
    public short kind() {
        return bytes.getShort(base + KIND_OFFSET);
    }

    /** The instance of the model to which the message belongs. */
    public long epoch() {
        return bytes.getLong(base + EPOCH_OFFSET);
    }

    /** Which message it is, counted from 1 in the life of its sender. */
    public long number() {
        return bytes.getLong(base + NUMBER_OFFSET);
    }

    /** Who sends it. */
    public int sender() {
        return bytes.getInt(base + SENDER_OFFSET);
    }

    /** Length of the whole message. */
    public int totalLength() {
        return bytes.getInt(base + TOTAL_OFFSET);
    }

    /** Where in the message the payload belongs. */
    public int offset() {
        return bytes.getInt(base + OFFSET_OFFSET);
    }

    /** Length of the payload. */
    public int payloadLength() {
        return bytes.getInt(base + PAYLOAD_OFFSET);
    }

    /** Length of every payload of the message but its last. */
    public int stride() {
        return bytes.getInt(base + STRIDE_OFFSET);
    }

    /** The oldest message that the sender can still send again. */
    public long oldestNumber() {
        return number() - bytes.getInt(base + KEPT_OFFSET);
    }

    /** The life of the sender that numbered the message, or to whom an answer goes. */
    public long origin() {
        return bytes.getLong(base + ORIGIN_OFFSET);
    }

    /** Whether one of the flags is set. */
    boolean has(int flags) {
        return (bytes.getInt(base + FLAGS_OFFSET) & flags) != 0;
    }

    /** Whether numbers, offset and lengths fit each other, and {@code frameLength}. */
    public boolean isConsistent(int frameLength) {
        return areNumbersConsistent() && areLengthsConsistent(frameLength);
    }

    private boolean areNumbersConsistent() {
        int kept = bytes.getInt(base + KEPT_OFFSET);
        long number = number();
        return has(ACKNOWLEDGEMENT)
                ? number >= 0 && kept == 0
                : number >= 1 && kept >= 0 && kept < number;
    }

    private boolean areLengthsConsistent(int frameLength) {
        int total = totalLength();
        int offset = offset();
        int stride = stride();
        if (total < 0 || stride < 1 || offset < 0 || offset > total || offset % stride != 0) {
            return false;
        }
        int length = Math.min(stride, total - offset);
        boolean isEmptyTail = length == 0 && total > 0;
        return !isEmptyTail && payloadLength() == length && frameLength == LENGTH_BYTES + length;
    }

    /** Whether the checksum is that of the header and of the payload behind it. */
    public boolean isIntact() {
        return bytes.getInt(base + CRC_OFFSET)
                == checksum(bytes, base + LENGTH_BYTES, payloadLength());
    }

    /** Writes whose frame it is, and what all frames of a message share. */
    FrameHeader encodeMessage(
            FrameOrigin origin, int kind, long number, int kept, int totalLength, int stride) {
        bytes.putInt(base + MAGIC_OFFSET, MAGIC);
        bytes.putShort(base + VERSION_OFFSET, VERSION);
        bytes.putShort(base + KIND_OFFSET, (short) kind);
        bytes.putLong(base + EPOCH_OFFSET, origin.epoch());
        bytes.putLong(base + NUMBER_OFFSET, number);
        bytes.putInt(base + SENDER_OFFSET, origin.sender());
        bytes.putInt(base + TOTAL_OFFSET, totalLength);
        bytes.putInt(base + STRIDE_OFFSET, stride);
        bytes.putInt(base + KEPT_OFFSET, kept);
        bytes.putLong(base + ORIGIN_OFFSET, origin.life());
        bytes.putInt(base + FLAGS_OFFSET, 0);
        return this;
    }

    /** Names another life than the sender's own. */
    FrameHeader encodeLife(long life) {
        bytes.putLong(base + ORIGIN_OFFSET, life);
        return this;
    }

    /** Sets the flags, and no others. */
    FrameHeader encodeFlags(int flags) {
        bytes.putInt(base + FLAGS_OFFSET, flags);
        return this;
    }

    /** Writes what is the frame's own, and the checksum. */
    void encodeFrame(int offset, ByteBuffer payload, int payloadOffset, int payloadLength) {
        bytes.putInt(base + OFFSET_OFFSET, offset);
        bytes.putInt(base + PAYLOAD_OFFSET, payloadLength);
        bytes.putInt(base + CRC_OFFSET, checksum(payload, payloadOffset, payloadLength));
    }

    /** Leaves both buffers with all of their bytes in reach. */
    private int checksum(ByteBuffer payload, int payloadOffset, int payloadLength) {
        crc.reset();
        crc.update(bytes.clear().position(base).limit(base + CRC_OFFSET));
        bytes.clear();
        crc.update(payload.clear().position(payloadOffset).limit(payloadOffset + payloadLength));
        payload.clear();
        return (int) crc.getValue();
    }
}
