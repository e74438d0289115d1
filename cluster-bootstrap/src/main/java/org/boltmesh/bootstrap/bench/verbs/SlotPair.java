package org.boltmesh.bootstrap.bench.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.boltmesh.driver.verbs.CompletionQueue;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.MemoryRegion;
import org.boltmesh.driver.verbs.ProtectionDomain;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.QueuePair;
import org.boltmesh.driver.verbs.VerbsException;

/** A queue pair with equal slots, as many to receive into as to send from; a number starts each. */
final class SlotPair {
    private static final ValueLayout.OfLong NUMBER = ValueLayout.JAVA_LONG_UNALIGNED;

    private final QueuePair pair;
    private final MemoryRegion region;
    private final MemorySegment memory;
    private final int lengthBytes;
    private final int slots;
    private final long stride;
    private int outstanding;
    private long sentCount;

    SlotPair(ProtectionDomain domain, CompletionQueue completions, int lengthBytes, int slots) {
        this.lengthBytes = lengthBytes;
        this.slots = slots;
        int frames = Manners.frames(lengthBytes);
        this.stride = (long) frames * Manners.FRAME_BYTES;
        this.region = domain.allocateRegion(2L * slots * stride, "bench");
        this.memory = region.memory();
        int depth = slots * frames;
        this.pair = createPair(domain, completions, new QueueDepths(depth, depth));
    }

    private QueuePair createPair(
            ProtectionDomain domain, CompletionQueue completions, QueueDepths depths) {
        try {
            return domain.createQueuePair(completions, completions, depths, "bench");
        } catch (VerbsException e) {
            region.close();
            throw e;
        }
    }

    QueuePair pair() {
        return pair;
    }

    int slots() {
        return slots;
    }

    /** Posts all receives, as far as the queue takes them. */
    void postReceives() {
        for (int slot = 0; slot < slots; slot++) {
            if (!postReceive(slot)) {
                return;
            }
        }
    }

    boolean postReceive(long slot) {
        return pair.postReceive(slot, region, slot * stride, lengthBytes);
    }

    /** The number that the message in a slot starts with. */
    long received(long slot) {
        return memory.get(NUMBER, slot * stride);
    }

    boolean hasRoom() {
        return outstanding < slots;
    }

    /** Sends a message that starts with this number; false if the queue is full. */
    boolean send(long number) {
        if (!hasRoom()) {
            return false;
        }
        long offset = (slots + sentCount % slots) * stride;
        memory.set(NUMBER, offset, number);
        if (!pair.postSend(sentCount, region, offset, lengthBytes)) {
            return false;
        }
        sentCount++;
        outstanding++;
        return true;
    }

    void onSent() {
        outstanding--;
    }

    void close() {
        pair.close();
        region.close();
    }
}
