package org.boltmesh.shards.gguf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Walks over a header through a small window, little endian. Every length is compared with what is
 * left of the file before anything is allocated for it.
 */
final class HeaderCursor {
    /**
     * Bytes a header may have. The largest vocabularies in use (262,144 tokens with merges) take
     * about 20 MiB; a damaged length in a file of 600 GB must not fill the heap.
     */
    static final long HEADER_BYTES_MAX = 64L << 20;

    private static final int WINDOW_BYTES = 64 << 10;

    private final String file;
    private final long fileBytes;
    private final long limit;
    private final ByteSource source;
    private final ByteBuffer window;
    private long windowEnd;
    private String subject = "header";

    HeaderCursor(String file, long fileBytes, ByteSource source) {
        this.file = file;
        this.fileBytes = fileBytes;
        this.limit = Math.min(fileBytes, HEADER_BYTES_MAX);
        this.source = source;
        this.window =
                ByteBuffer.allocate((int) Math.min(WINDOW_BYTES, limit))
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .limit(0);
    }

    /** Names what is read from here on, for messages. */
    void enter(String kind, String name) {
        subject = kind + " " + GgufException.shown(name);
    }

    /** Next byte to be read. */
    long position() {
        return windowEnd - window.remaining();
    }

    /** Bytes of the whole file. */
    long fileBytes() {
        return fileBytes;
    }

    byte int8(String what) {
        require(1, what);
        return window.get();
    }

    short int16(String what) {
        require(2, what);
        return window.getShort();
    }

    int int32(String what) {
        require(4, what);
        return window.getInt();
    }

    long int64(String what) {
        require(8, what);
        return window.getLong();
    }

    /** Reads a count of things that take at least {@code bytesEach} bytes each. */
    int count(String what, int bytesEach) {
        long count = int64(what);
        long countMax = (limit - position()) / bytesEach;
        // Negative is an unsigned number above 2^63.
        if (count < 0 || count > countMax) {
            throw failure(
                    "%s is %s, want at most %d, for which %s has room"
                            .formatted(what, Long.toUnsignedString(count), countMax, place()));
        }
        return (int) count;
    }

    private String place() {
        return limit < fileBytes
                ? "a header of at most %d bytes".formatted(limit)
                : "the file of %d bytes".formatted(fileBytes);
    }

    /** Reads a length of at most {@code bytesMax}, called {@code what}, and as many bytes. */
    Utf8Text text(String what, int bytesMax) {
        int lengthBytes = count(what, 1);
        if (lengthBytes > bytesMax) {
            throw failure("%s is %d, want at most %d".formatted(what, lengthBytes, bytesMax));
        }
        if (lengthBytes > window.capacity()) {
            return Utf8Text.decode(bytes(lengthBytes, what).array(), 0, lengthBytes);
        }
        require(lengthBytes, what);
        Utf8Text text = Utf8Text.decode(window.array(), window.position(), lengthBytes);
        window.position(window.position() + lengthBytes);
        return text;
    }

    /** Reads text that names something, so must be UTF-8. */
    String name(String what, int bytesMax) {
        Utf8Text name = text(what, bytesMax);
        if (!name.exact()) {
            throw failure("the name is not UTF-8");
        }
        return name.value();
    }

    /** Reads {@code lengthBytes} bytes into a buffer of their own. */
    ByteBuffer bytes(int lengthBytes, String what) {
        if (lengthBytes > limit - position()) {
            throw truncated(lengthBytes, what);
        }
        byte[] bytes = new byte[lengthBytes];
        int done = 0;
        while (done < lengthBytes) {
            if (!window.hasRemaining()) {
                require(1, what);
            }
            int chunk = Math.min(window.remaining(), lengthBytes - done);
            window.get(bytes, done, chunk);
            done += chunk;
        }
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void require(int bytes, String what) {
        if (window.remaining() >= bytes) {
            return;
        }
        if (bytes > limit - position()) {
            throw truncated(bytes, what);
        }
        window.compact();
        try {
            while (window.position() < bytes) {
                int read = source.read(window, windowEnd);
                if (read < 0) {
                    throw failure("the file became shorter while it was read");
                }
                windowEnd += read;
            }
        } catch (IOException e) {
            throw new GgufException(
                    "%s, byte %d: cannot be read: %s".formatted(file, windowEnd, e), e);
        } finally {
            window.flip();
        }
    }

    private GgufException truncated(int bytes, String what) {
        return failure(
                "%s needs %d bytes, but %d are left of %s"
                        .formatted(what, bytes, limit - position(), place()));
    }

    /** An error at the current place. */
    GgufException failure(String problem) {
        return new GgufException(
                "%s, byte %d, %s: %s".formatted(file, position(), subject, problem));
    }

    /** Text as it was stored, and whether it was UTF-8. */
    record Utf8Text(String value, boolean exact) {
        private static final Utf8Text EMPTY = new Utf8Text("", true);

        static Utf8Text decode(byte[] bytes, int from, int lengthBytes) {
            if (lengthBytes == 0) {
                return EMPTY;
            }
            String value = new String(bytes, from, lengthBytes, StandardCharsets.UTF_8);
            // Only a replacement character can hide a fault, and few texts hold one.
            boolean exact =
                    value.indexOf('\uFFFD') < 0
                            || ByteBuffer.wrap(bytes, from, lengthBytes)
                                    .equals(
                                            ByteBuffer.wrap(
                                                    value.getBytes(StandardCharsets.UTF_8)));
            return new Utf8Text(value, exact);
        }
    }
}
