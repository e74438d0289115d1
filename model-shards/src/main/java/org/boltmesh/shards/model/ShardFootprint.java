package org.boltmesh.shards.model;

import java.util.List;

/** Memory that a shard takes, counted before anything is loaded. Pure. */
final class ShardFootprint {
    /** What no rule for columns exceeds. */
    private static final ColumnRule STRICTEST =
            new ColumnRule(KernelProbe.PADDED_MAX, KernelProbe.PADDED_MAX, Integer.MAX_VALUE);

    private ShardFootprint() {}

    /** Columns that padding adds to a step at most: to each chunk, and to their sum. */
    static int paddingMax(ShardOptions options) {
        int chunks = Math.min(options.sequencesMax(), options.microBatchMax());
        return (chunks + 1) * (KernelProbe.PADDED_MAX - 1);
    }

    /** Columns that a step's products have at most. */
    static int columnsMax(ShardOptions options) {
        return options.microBatchMax() + paddingMax(options);
    }

    /** Bytes of weights as the file has them; layouts of ours may differ by a few. */
    static long weightBytes(List<ShardTensors.Wanted> tensors) {
        return tensors.stream().mapToLong(tensor -> tensor.info().sizeBytes()).sum();
    }

    /** An upper bound of the memory that any step works in. */
    static long computeBytes(ModelConfig c, LayerRange range, ShardOptions options) {
        int columns = columnsMax(options);
        int cells = StepShape.kvLength(options.contextMax());
        long logits = range.head() ? (long) c.vocabularySize() * Float.BYTES : 0;
        long layer = Math.max(attentionBytes(c, columns, cells), feedForwardBytes(c, columns));
        long head = STRICTEST.pad(Step.CHUNKS_MAX) * logits;
        return residualBytes(c, columns)
                + maskBytes(columns, cells)
                + Math.max(layer, head)
                + inputBytes(c, options)
                + logits;
    }

    /** Native memory in which any input of a step can be prepared. */
    static long inputBytes(ModelConfig c, ShardOptions options) {
        int columns = columnsMax(options);
        int cells = StepShape.kvLength(options.contextMax());
        long activations = (long) columns * c.embeddingSize() * Float.BYTES;
        long mask = scoreBytes(c, columns, cells) / c.headCount();
        return Math.max(activations, mask);
    }

    /** Input, residual stream and its norm. */
    private static long residualBytes(ModelConfig c, long columns) {
        return columns * Float.BYTES * 3L * c.embeddingSize();
    }

    private static long maskBytes(long columns, long cells) {
        return columns * cells * Float.BYTES;
    }

    private static long feedForwardBytes(ModelConfig c, long columns) {
        return columns * Float.BYTES * 3L * c.feedForwardSize();
    }

    /** Heads before and after rotation, scores before and after softmax, results and their join. */
    private static long attentionBytes(ModelConfig c, long columns, long cells) {
        long heads = (long) c.headCount() * c.keySize() + (long) c.headCount() * c.valueSize();
        long keyHeads = (long) c.keyRowSize() + c.valueRowSize();
        return columns * Float.BYTES * (3 * heads + 2 * keyHeads)
                + 2 * scoreBytes(c, columns, cells);
    }

    /** The scores of the largest block. */
    private static long scoreBytes(ModelConfig c, long columns, long cells) {
        long row = Attention.scoreRowBytes(c, cells);
        long rowsNeeded = 2L * StepShape.rowsMin(STRICTEST, c.groupSize());
        return Math.min(columns * row, Math.max(rowsNeeded * row, Attention.SCORES_BYTES_MAX));
    }

    /**
     * Refuses what does not fit.
     *
     * @throws ModelException with what is needed for what, and what there is
     */
    static void check(
            ModelConfig config,
            LayerRange range,
            ShardOptions options,
            List<ShardTensors.Wanted> tensors) {
        long weights = weightBytes(tensors);
        long cache = KvCache.sizeBytes(config, range, options);
        long compute = computeBytes(config, range, options);
        if (weights + cache + compute > options.memoryLimitBytes()) {
            throw new ModelException(
                    ("%s: not enough memory: weights %,d, key/value cache %,d (context %d x %d sequences)"
                                    + " and scratch %,d bytes are %,d together, and %,d are free;"
                                    + " ask for a smaller context, or run fewer layers here")
                            .formatted(
                                    config.file(),
                                    weights,
                                    cache,
                                    options.contextMax(),
                                    options.sequencesMax(),
                                    compute,
                                    weights + cache + compute,
                                    options.memoryLimitBytes()));
        }
    }
}
