package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/**
 * The messages that a receiver has not acknowledged yet, in order, and which of them is sent next.
 * Copies them into one ring of bytes, which grows to what is needed and no further than its bound.
 * Pure; owned by one thread.
 */
final class SendWindow {
    private static final int MIN_BYTES = 4096;

    private final int bytesMax;
    private final int[] offsets;
    private final int[] lengths;
    private final int[] kinds;
    private ByteBuffer bytes = ByteBuffer.allocateDirect(0);
    private int tail;
    private long keptBytes;
    private long oldest = 1;
    private long end = 1;
    private long cursor = 1;

    /**
     * An empty window, whose first message has number 1.
     *
     * @param messagesMax messages that it holds
     * @param bytesMax bytes that it holds; the longest message, too
     */
    SendWindow(int messagesMax, int bytesMax) {
        if (messagesMax < 1 || bytesMax < 0) {
            throw new IllegalArgumentException(
                    "window of %d messages and %d bytes, want 1 or more, and no negative size"
                            .formatted(messagesMax, bytesMax));
        }
        this.bytesMax = bytesMax;
        offsets = new int[messagesMax];
        lengths = new int[messagesMax];
        kinds = new int[messagesMax];
    }

    /** Takes a copy and gives it the next number; false where there is no room. */
    boolean add(int kind, ByteBuffer source, int offset, int length) {
        if (end - oldest == offsets.length) {
            return false;
        }
        int place = place(length);
        if (place < 0) {
            return false;
        }
        bytes.clear().put(place, source, offset, length);
        int index = index(end);
        offsets[index] = place;
        lengths[index] = length;
        kinds[index] = kind;
        tail = place + length;
        keptBytes += length;
        end++;
        return true;
    }

    /** Where so many bytes have room; negative where they have none. */
    private int place(int length) {
        int place = free(length);
        while (place < 0 && bytes.capacity() < bytesMax) {
            grow(length);
            place = free(length);
        }
        return place;
    }

    private int free(int length) {
        if (oldest == end) {
            return length <= bytes.capacity() ? 0 : -1;
        }
        int head = offsets[index(oldest)];
        boolean isWrapped = tail < head || (tail == head && keptBytes > 0);
        int limit = isWrapped ? head : bytes.capacity();
        if (tail + (long) length <= limit) {
            return tail;
        }
        return !isWrapped && length <= head ? 0 : -1;
    }

    /** A message that is just being sent is read from the old ring to its end. */
    private void grow(int length) {
        long wanted = Math.max(2L * bytes.capacity(), Math.max(MIN_BYTES, keptBytes + length));
        ByteBuffer larger = ByteBuffer.allocateDirect((int) Math.min(bytesMax, wanted));
        int at = 0;
        for (long number = oldest; number < end; number++) {
            int index = index(number);
            larger.put(at, bytes, offsets[index], lengths[index]);
            offsets[index] = at;
            at += lengths[index];
        }
        bytes = larger;
        tail = at;
    }

    /** Forgets all messages up to this one; false for a number that was never given. */
    boolean acknowledge(long number) {
        if (number >= end) {
            return false;
        }
        for (; oldest <= number; oldest++) {
            keptBytes -= lengths[index(oldest)];
        }
        cursor = Math.max(cursor, oldest);
        return true;
    }

    /** Goes back to a message, or to the oldest one that is there. */
    void rewindTo(long number) {
        cursor = Math.clamp(number, oldest, end);
    }

    boolean hasUnsent() {
        return cursor < end;
    }

    /** The number of the message that is sent next. */
    long nextNumber() {
        return cursor;
    }

    void advance() {
        cursor++;
    }

    boolean isEmpty() {
        return oldest == end;
    }

    long oldestNumber() {
        return oldest;
    }

    long newestNumber() {
        return end - 1;
    }

    /** Whether it is time to make room. */
    boolean isHalfFull() {
        return 2 * (end - oldest) >= offsets.length || 2 * keptBytes >= bytesMax;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    int offset(long number) {
        return offsets[index(number)];
    }

    int length(long number) {
        return lengths[index(number)];
    }

    int kind(long number) {
        return kinds[index(number)];
    }

    /** How many messages before this one are there. */
    int keptBefore(long number) {
        return (int) (number - oldest);
    }

    private int index(long number) {
        return (int) (number % offsets.length);
    }
}
