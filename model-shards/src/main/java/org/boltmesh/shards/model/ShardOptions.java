package org.boltmesh.shards.model;

/**
 * How a shard is to be run.
 *
 * @param contextMax positions of a sequence, at most what the model was trained on
 * @param sequencesMax sequences in a step, 1 to {@link Step#CHUNKS_MAX}
 * @param microBatchMax tokens in a step
 * @param kvF32 whether the key/value cache holds F32 instead of F16
 * @param threads of the processor
 * @param repacking whether weights may be laid out anew for speed
 * @param memoryLimitBytes that weights, cache and scratch together may take
 */
public record ShardOptions(
        int contextMax,
        int sequencesMax,
        int microBatchMax,
        boolean kvF32,
        int threads,
        boolean repacking,
        long memoryLimitBytes) {
    private static final int MICRO_BATCH_MAX = 4096;
    private static final int THREADS_MAX = 512;

    /** Checks each value's own range. */
    public ShardOptions {
        check("context", contextMax, Integer.MAX_VALUE);
        check("sequences", sequencesMax, Step.CHUNKS_MAX);
        check("micro-batch", microBatchMax, MICRO_BATCH_MAX);
        check("threads", threads, THREADS_MAX);
    }

    /** The same with shorter steps. */
    ShardOptions withMicroBatchMax(int tokens) {
        return new ShardOptions(
                contextMax, sequencesMax, tokens, kvF32, threads, repacking, memoryLimitBytes);
    }

    /** The same with shorter sequences. */
    ShardOptions withContextMax(int positions) {
        return new ShardOptions(
                positions,
                sequencesMax,
                microBatchMax,
                kvF32,
                threads,
                repacking,
                memoryLimitBytes);
    }

    private static void check(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new ModelException("%s %d, want 1 to %d".formatted(name, value, max));
        }
    }
}
