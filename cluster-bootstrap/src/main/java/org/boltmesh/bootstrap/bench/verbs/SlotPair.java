package org.boltmesh.bootstrap.bench.verbs;

import org.boltmesh.driver.verbs.CompletionQueue;
import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.MemoryRegion;
import org.boltmesh.driver.verbs.ProtectionDomain;
import org.boltmesh.driver.verbs.QueueDepths;
import org.boltmesh.driver.verbs.QueuePair;
import org.boltmesh.driver.verbs.VerbsException;

/** A queue pair with equal slots, as many to receive into as to send from. */
final class SlotPair {
    private final QueuePair pair;
    private final MemoryRegion region;
    private final SlotPayload payload;
    private final int lengthBytes;
    private final int slots;
    private final long stride;
    private int outstanding;
    private long sentCount;

    SlotPair(
            ProtectionDomain domain,
            CompletionQueue completions,
            int lengthBytes,
            int slots,
            SlotPayload.Factory payloads) {
        this.lengthBytes = lengthBytes;
        this.slots = slots;
        int frames = Manners.frames(lengthBytes);
        this.stride = (long) frames * Manners.FRAME_BYTES;
        this.region = domain.allocateRegion(2L * slots * stride, "bench");
        this.payload = payloads.over(region.memory());
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

    /** Reads the message in a slot and returns its number. */
    long received(long slot) {
        return payload.read(slot * stride, lengthBytes);
    }

    boolean hasRoom() {
        return outstanding < slots;
    }

    /** Sends a message with this number; false if the queue is full. */
    boolean send(long number) {
        if (!hasRoom()) {
            return false;
        }
        long offset = (slots + sentCount % slots) * stride;
        payload.write(offset, lengthBytes, number);
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
