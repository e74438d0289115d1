package org.boltmesh.shards.engine;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.boltmesh.shards.model.Step;

/**
 * How a model is loaded.
 *
 * @param contextMax positions per sequence; empty: 4,096, or fewer where the model was trained for
 *     fewer
 * @param kvType format of the key/value cache
 * @param microBatchMax tokens per step, 1 to 65,536
 * @param sequencesMax sequences at the same time, 1 to {@link Step#CHUNKS_MAX}
 * @param threads threads that compute, 1 to 1,024; empty: the engine's choice
 * @param ggmlFolder folder of the ggml libraries; empty: searched in the usual places
 * @param memoryLimitBytes most that weights, cache and scratch may take; empty: what the machine
 *     has
 */
public record LoadOptions(
        OptionalInt contextMax,
        KvType kvType,
        int microBatchMax,
        int sequencesMax,
        OptionalInt threads,
        Optional<String> ggmlFolder,
        OptionalLong memoryLimitBytes) {
    /** More threads than any machine of ours has cores. */
    public static final int THREADS_MAX = 1024;

    /** One sequence in F16 with micro-batches of 512 and everything else left to the engine. */
    public static final LoadOptions DEFAULT =
            new LoadOptions(
                    OptionalInt.empty(),
                    KvType.F16,
                    512,
                    1,
                    OptionalInt.empty(),
                    Optional.empty(),
                    OptionalLong.empty());

    public LoadOptions {
        contextMax.ifPresent(value -> checkRange("context", value, 1, Integer.MAX_VALUE));
        checkRange("micro-batch", microBatchMax, 1, 65_536);
        checkRange("sequences", sequencesMax, 1, Step.CHUNKS_MAX);
        threads.ifPresent(value -> checkRange("threads", value, 1, THREADS_MAX));
        memoryLimitBytes.ifPresent(value -> checkRange("memory limit", value, 1, Long.MAX_VALUE));
    }

    /** The same with so many threads; empty: the engine's choice. */
    public LoadOptions withThreads(OptionalInt count) {
        return new LoadOptions(
                contextMax,
                kvType,
                microBatchMax,
                sequencesMax,
                count,
                ggmlFolder,
                memoryLimitBytes);
    }

    private static void checkRange(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "%s %d, want %d to %d".formatted(name, value, min, max));
        }
    }
}
