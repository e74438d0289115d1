package org.boltmesh.shards.pipeline;

import static org.boltmesh.shards.pipeline.MessageHeader.INT;

import java.lang.foreign.MemorySegment;
import org.boltmesh.shards.model.Step;

/**
 * Activations on their way to the next stage: header, token count, [embedding size, tokens] F32.
 */
final class ActivationsMessage {
    private static final int TOKEN_COUNT_OFFSET = MessageHeader.LENGTH_BYTES;

    /** Where the activations begin, aligned to cache lines. */
    static final int BODY_OFFSET = 64;

    private ActivationsMessage() {}

    static long lengthBytes(int tokenCount, int embeddingSize) {
        return BODY_OFFSET + (long) tokenCount * embeddingSize * Float.BYTES;
    }

    /** Writes all but the activations; returns the length of the message in bytes. */
    static long writeHead(
            MemorySegment to, StageRole role, long stepNumber, Step step, int embeddingSize) {
        long length = lengthBytes(step.tokenCount(), embeddingSize);
        MessageHeader.write(
                to, MessageHeader.ACTIVATIONS, role.epoch(), stepNumber, role.stage(), length);
        to.set(INT, TOKEN_COUNT_OFFSET, step.tokenCount());
        return length;
    }

    /** Whether a message with a sound header has the length that its token count asks for. */
    static boolean isSound(MemorySegment message, long lengthBytes, int tokensMax, int columns) {
        if (lengthBytes < BODY_OFFSET) {
            return false;
        }
        int tokenCount = tokenCount(message);
        return tokenCount >= 0
                && tokenCount <= tokensMax
                && lengthBytes == lengthBytes(tokenCount, columns);
    }

    static int tokenCount(MemorySegment message) {
        return message.get(INT, TOKEN_COUNT_OFFSET);
    }
}
