package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Sentences for people in messages: UTF-8, cut at a bound. */
final class MessageText {
    private MessageText() {}

    /** Writes a text and returns its length in bytes. */
    static int write(MemorySegment to, long offset, String text, int lengthMaxBytes) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, lengthMaxBytes);
        MemorySegment.copy(bytes, 0, to, ValueLayout.JAVA_BYTE, offset, length);
        return length;
    }

    /** Reads a text; what is no UTF-8, as where it was cut, becomes a replacement character. */
    static String read(MemorySegment from, long offset, int lengthBytes) {
        byte[] bytes = new byte[lengthBytes];
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, offset, bytes, 0, lengthBytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
