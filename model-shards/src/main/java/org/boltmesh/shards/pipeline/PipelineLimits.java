package org.boltmesh.shards.pipeline;

import org.boltmesh.shards.model.Step;

/**
 * What a step may hold on every stage: the least of what each stage was loaded for.
 *
 * @param contextMax positions of a sequence
 * @param sequencesMax sequences, 1 to {@link Step#CHUNKS_MAX}
 * @param microBatchMax tokens of a step
 */
public record PipelineLimits(int contextMax, int sequencesMax, int microBatchMax) {
    /** Checks each value's own range. */
    public PipelineLimits {
        check("context", contextMax, Integer.MAX_VALUE);
        check("sequences", sequencesMax, Step.CHUNKS_MAX);
        check("micro-batch", microBatchMax, 1 << 16);
    }

    /** Bytes of the longest message with activations. */
    public long activationsMaxBytes(int embeddingSize) {
        return ActivationsMessage.lengthBytes(microBatchMax, embeddingSize);
    }

    private static void check(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException("%s %d, want 1 to %d".formatted(name, value, max));
        }
    }
}
