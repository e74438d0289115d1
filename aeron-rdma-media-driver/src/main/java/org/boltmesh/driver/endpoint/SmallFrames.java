package org.boltmesh.driver.endpoint;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Frames that came by a lane and that only Aeron's own poller may take, until it asks. Bounded:
 * what finds no room is dropped, as on a wire. For one thread; allocates nothing per frame.
 */
final class SmallFrames {
    private static final int CAPACITY = 64;
    private static final int FRAME_MAX_BYTES = 2048;

    private final UnsafeBuffer bytes =
            new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY * FRAME_MAX_BYTES));
    private final int[] lengths = new int[CAPACITY];
    private final @Nullable InetSocketAddress[] sources = new @Nullable InetSocketAddress[CAPACITY];
    private int head;
    private int count;
    private long dropped;

    void add(DirectBuffer frame, int lengthBytes, InetSocketAddress source) {
        if (count == CAPACITY || lengthBytes > FRAME_MAX_BYTES) {
            dropped++;
            return;
        }
        int slot = (head + count++) % CAPACITY;
        bytes.putBytes(slot * FRAME_MAX_BYTES, frame, 0, lengthBytes);
        lengths[slot] = lengthBytes;
        sources[slot] = source;
    }

    /** Puts the oldest where a socket would put it; null if there is none. */
    @Nullable InetSocketAddress take(ByteBuffer buffer) {
        if (count == 0) {
            return null;
        }
        int slot = head;
        head = (head + 1) % CAPACITY;
        count--;
        buffer.clear();
        bytes.getBytes(slot * FRAME_MAX_BYTES, buffer, 0, lengths[slot]);
        buffer.position(lengths[slot]);
        return sources[slot];
    }

    long dropped() {
        return dropped;
    }
}
