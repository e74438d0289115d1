package org.boltmesh.shards.tokenizer;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Turns a stream of bytes into text without ever splitting a character: what is incomplete waits
 * for its rest. All text together equals {@code new String(allBytes, UTF_8)}, so bytes that are no
 * UTF-8 become U+FFFD. Not thread-safe.
 */
public final class Utf8Stream {
    /** A character is at most four bytes, so at most three can wait. */
    private static final int PENDING_MAX = 3;

    private final CharsetDecoder decoder =
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final byte[] pending = new byte[PENDING_MAX];
    private int pendingLength;

    /** Adds bytes and returns the characters that they complete, maybe none. */
    public String append(byte[] bytes) {
        ByteBuffer in = withPending(bytes);
        String text = decode(in, false);
        pendingLength = in.remaining();
        in.get(pending, 0, pendingLength);
        return text;
    }

    /** Ends the stream: an incomplete character becomes U+FFFD. The next append starts afresh. */
    public String finish() {
        String text = decode(withPending(new byte[0]), true);
        pendingLength = 0;
        decoder.reset();
        return text;
    }

    private ByteBuffer withPending(byte[] bytes) {
        ByteBuffer in = ByteBuffer.allocate(pendingLength + bytes.length);
        return in.put(pending, 0, pendingLength).put(bytes).flip();
    }

    private String decode(ByteBuffer in, boolean endOfInput) {
        CharBuffer out = CharBuffer.allocate(in.remaining());
        decoder.decode(in, out, endOfInput);
        if (endOfInput) {
            decoder.flush(out);
        }
        return out.flip().toString();
    }
}
