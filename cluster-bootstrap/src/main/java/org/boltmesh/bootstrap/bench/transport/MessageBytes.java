package org.boltmesh.bootstrap.bench.transport;

import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;

/**
 * Fills messages and reads them, the same on every way: all bytes are copied in from memory of its
 * own, and out into other memory of its own. The first 8 bytes are for a checksum, the next 8 a
 * number. Both processes have the same bytes. For one thread.
 */
final class MessageBytes {
    static final int CHECKSUM_OFFSET = 0;
    static final int NUMBER_OFFSET = Long.BYTES;

    /** What goes ahead of the bytes that are always the same. */
    static final int HEADER_BYTES = 2 * Long.BYTES;

    private static final int SEED = 7;

    private final UnsafeBuffer source;
    private final UnsafeBuffer sink;

    MessageBytes() {
        byte[] bytes = new byte[TransportWishes.LENGTH_MAX_BYTES];
        new Random(SEED).nextBytes(bytes);
        source = new UnsafeBuffer(ByteBuffer.allocateDirect(bytes.length));
        source.putBytes(0, bytes);
        sink = new UnsafeBuffer(ByteBuffer.allocateDirect(bytes.length));
    }

    void fill(MutableDirectBuffer message, int offset, int lengthBytes, long number) {
        message.putBytes(offset, source, 0, lengthBytes);
        message.putLong(offset + NUMBER_OFFSET, number);
    }

    /**
     * Reads a part of a message.
     *
     * @param at where in the message it begins
     */
    void read(DirectBuffer part, int offset, int at, int lengthBytes) {
        if (at + lengthBytes > sink.capacity()) {
            throw new VerbsBenchException(
                    "a message of more than %d bytes arrived".formatted(sink.capacity()));
        }
        part.getBytes(offset, sink, at, lengthBytes);
    }

    /** Of the message that was read last. */
    long number() {
        return sink.getLong(NUMBER_OFFSET);
    }

    /**
     * Compares the message that was read last with what was filled in.
     *
     * @throws VerbsBenchException if it differs
     */
    void verify(int lengthBytes) {
        for (int index = HEADER_BYTES; index < lengthBytes; index++) {
            if (sink.getByte(index) != source.getByte(index)) {
                throw new VerbsBenchException(
                        "byte %d of a message of %d bytes is not what was sent"
                                .formatted(index, lengthBytes));
            }
        }
    }
}
