package org.boltmesh.shards.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A channel of whole messages within one thread or two: a ring of messages, which are copied in and
 * read in place. One thread sends, one receives.
 */
final class MemoryLink implements Outlet, Inlet {
    private static final int MESSAGES_MAX = 8;

    private final MemorySegment[] slots = new MemorySegment[MESSAGES_MAX];
    private final long[] lengths = new long[MESSAGES_MAX];
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();

    MemoryLink() {
        Arrays.fill(slots, MemorySegment.NULL);
    }

    @Override
    public boolean offer(MemorySegment message, long lengthBytes) {
        long index = sent.getPlain();
        if (index - received.getAcquire() == MESSAGES_MAX) {
            return false;
        }
        int slot = (int) (index % MESSAGES_MAX);
        if (slots[slot].byteSize() < lengthBytes) {
            slots[slot] = Arena.ofAuto().allocate(lengthBytes, Double.BYTES);
        }
        MemorySegment.copy(message, 0, slots[slot], 0, lengthBytes);
        lengths[slot] = lengthBytes;
        sent.setRelease(index + 1);
        return true;
    }

    @Override
    public int poll(Handler handler) {
        long index = received.getPlain();
        if (index == sent.getAcquire()) {
            return 0;
        }
        int slot = (int) (index % MESSAGES_MAX);
        handler.onMessage(slots[slot], lengths[slot]);
        received.setRelease(index + 1);
        return 1;
    }

    @Override
    public void close() {}

    /** Takes everything and gives nothing. */
    static final class Abyss implements Outlet {
        @Override
        public boolean offer(MemorySegment message, long lengthBytes) {
            return true;
        }

        @Override
        public void close() {}
    }
}
