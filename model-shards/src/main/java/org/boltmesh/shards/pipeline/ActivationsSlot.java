package org.boltmesh.shards.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The activations that a stage computes next, copied out of the channel. */
final class ActivationsSlot {
    private static final long NONE = 0;

    private final int tokensMax;
    private final int embeddingSize;
    private final MemorySegment activations;
    private long step = NONE;
    private int tokenCount;

    ActivationsSlot(Arena arena, int tokensMax, int embeddingSize) {
        this.tokensMax = tokensMax;
        this.embeddingSize = embeddingSize;
        activations = arena.allocate((long) tokensMax * embeddingSize * Float.BYTES, 64);
    }

    /**
     * Takes a message with a sound header, in place of what there is; false for a malformed one.
     */
    boolean take(MemorySegment message, long lengthBytes, long newStep) {
        if (!ActivationsMessage.isSound(message, lengthBytes, tokensMax, embeddingSize)) {
            return false;
        }
        MemorySegment.copy(
                message,
                ActivationsMessage.BODY_OFFSET,
                activations,
                0,
                lengthBytes - ActivationsMessage.BODY_OFFSET);
        step = newStep;
        tokenCount = ActivationsMessage.tokenCount(message);
        return true;
    }

    boolean holds(long wantedStep) {
        return step == wantedStep;
    }

    int tokenCount() {
        return tokenCount;
    }

    MemorySegment activations() {
        return activations;
    }
}
