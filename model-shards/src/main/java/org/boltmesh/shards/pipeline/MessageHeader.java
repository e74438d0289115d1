package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What every message of the work plane begins with. Little-endian, like all that follows it. The
 * channel's frames have a checksum.
 */
final class MessageHeader {
    static final int PLAN = 1;
    static final int ACTIVATIONS = 2;
    static final int RESULT = 3;
    static final int FAILURE = 4;
    static final int STATUS = 5;

    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** "BMP" and the version of the format. */
    private static final int MAGIC = 'B' | 'M' << 8 | 'P' << 16 | 1 << 24;

    private static final int MAGIC_OFFSET = 0;
    private static final int TYPE_OFFSET = 4;
    private static final int EPOCH_OFFSET = 8;
    private static final int STEP_OFFSET = 16;
    private static final int STAGE_OFFSET = 24;
    private static final int LENGTH_OFFSET = 28;

    /** Where a message's own fields begin. */
    static final int LENGTH_BYTES = 32;

    private MessageHeader() {}

    static void write(
            MemorySegment to, int type, long epoch, long step, int stage, long lengthBytes) {
        to.set(INT, MAGIC_OFFSET, MAGIC);
        to.set(INT, TYPE_OFFSET, type);
        to.set(LONG, EPOCH_OFFSET, epoch);
        to.set(LONG, STEP_OFFSET, step);
        to.set(INT, STAGE_OFFSET, stage);
        to.set(INT, LENGTH_OFFSET, Math.toIntExact(lengthBytes));
    }

    /** Whether it is a message of ours, and whole. */
    static boolean isSound(MemorySegment message, long lengthBytes) {
        return lengthBytes >= LENGTH_BYTES
                && lengthBytes <= message.byteSize()
                && message.get(INT, MAGIC_OFFSET) == MAGIC
                && message.get(INT, LENGTH_OFFSET) == lengthBytes;
    }

    static int type(MemorySegment message) {
        return message.get(INT, TYPE_OFFSET);
    }

    static long epoch(MemorySegment message) {
        return message.get(LONG, EPOCH_OFFSET);
    }

    static long step(MemorySegment message) {
        return message.get(LONG, STEP_OFFSET);
    }

    /** The stage that sent it. */
    static int stage(MemorySegment message) {
        return message.get(INT, STAGE_OFFSET);
    }
}
