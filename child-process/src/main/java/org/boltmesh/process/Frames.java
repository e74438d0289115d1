package org.boltmesh.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Optional;

/** Frames on a byte stream: a length of four bytes, big-endian, then as many bytes. */
public final class Frames {
    /** Longest frame that is written or accepted. */
    public static final int LENGTH_MAX_BYTES = 16 << 20;

    private static final int PREFIX_BYTES = 4;

    /** Memory is taken in pieces, as bytes arrive: a length alone costs nothing. */
    private static final int PIECE_BYTES = 64 << 10;

    private Frames() {}

    /**
     * Writes one frame.
     *
     * @throws FrameException for one that the other side would refuse
     */
    public static void write(WritableByteChannel channel, byte[] frame) throws IOException {
        checkLength(frame.length);
        int firstLength = Math.min(frame.length, PIECE_BYTES);
        ByteBuffer first = ByteBuffer.allocate(PREFIX_BYTES + firstLength);
        writeFully(channel, first.putInt(frame.length).put(frame, 0, firstLength).flip());
        for (int offset = firstLength; offset < frame.length; offset += PIECE_BYTES) {
            int length = Math.min(PIECE_BYTES, frame.length - offset);
            writeFully(channel, ByteBuffer.wrap(frame, offset, length));
        }
    }

    private static void writeFully(WritableByteChannel channel, ByteBuffer bytes)
            throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /**
     * Reads one frame; empty at an end of the stream between frames.
     *
     * @throws FrameException for a length out of range or an end within a frame
     */
    public static Optional<byte[]> read(ReadableByteChannel channel) throws IOException {
        ByteBuffer prefix = ByteBuffer.allocate(PREFIX_BYTES);
        readFully(channel, prefix);
        if (prefix.position() == 0) {
            return Optional.empty();
        }
        if (prefix.hasRemaining()) {
            throw endedAt(prefix.position(), "a length of " + PREFIX_BYTES);
        }
        int length = prefix.flip().getInt();
        checkLength(length);
        return Optional.of(readBody(channel, length));
    }

    private static byte[] readBody(ReadableByteChannel channel, int length) throws IOException {
        byte[] frame = new byte[Math.min(length, PIECE_BYTES)];
        int filled = 0;
        while (true) {
            int wanted = Math.min(frame.length - filled, PIECE_BYTES);
            ByteBuffer piece = ByteBuffer.wrap(frame, filled, wanted);
            readFully(channel, piece);
            if (piece.hasRemaining()) {
                throw endedAt(piece.position(), "a frame of " + length);
            }
            filled += wanted;
            if (filled == length) {
                return frame;
            }
            if (filled == frame.length) {
                frame = Arrays.copyOf(frame, Math.min(length, 2 * filled));
            }
        }
    }

    /** Fills the buffer, or less at the end of the stream. */
    private static void readFully(ReadableByteChannel channel, ByteBuffer bytes)
            throws IOException {
        int read = 0;
        while (read >= 0 && bytes.hasRemaining()) {
            read = channel.read(bytes);
        }
    }

    /** Whether a frame of so many bytes can be sent. */
    public static boolean fits(int length) {
        return length >= 1 && length <= LENGTH_MAX_BYTES;
    }

    private static void checkLength(int length) throws FrameException {
        if (!fits(length)) {
            throw new FrameException(
                    "frame length %d, want 1 to %d bytes"
                            .formatted(Integer.toUnsignedLong(length), LENGTH_MAX_BYTES));
        }
    }

    private static FrameException endedAt(int position, String what) {
        return new FrameException(
                "the stream ended at byte %d of %s bytes".formatted(position, what));
    }
}
