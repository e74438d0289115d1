package org.boltmesh.shards.model;

import java.util.List;

/** Memory that a shard takes, counted before anything is loaded. Pure. */
final class ShardFootprint {
    /** Columns that padding may add to a step's tokens. */
    private static final int PADDING_MAX = 64;

    private ShardFootprint() {}

    /** Columns that a step's products have at most. */
    static int columnsMax(ShardOptions options) {
        return options.microBatchMax() + PADDING_MAX;
    }

    /** Bytes of weights as the file has them; layouts of ours may differ by a few. */
    static long weightBytes(List<ShardTensors.Wanted> tensors) {
        return tensors.stream().mapToLong(tensor -> tensor.info().sizeBytes()).sum();
    }

    /** An upper bound of the scratch memory of any step. */
    static long computeBytes(ModelConfig c, LayerRange range, ShardOptions options) {
        long columns = columnsMax(options);
        long cells = StepShape.kvLength(options.contextMax());
        long queries = (long) c.headCount() * (c.keySize() + c.valueSize());
        long activations =
                columns
                        * Float.BYTES
                        * (4L * c.embeddingSize()
                                + 3L * c.feedForwardSize()
                                + 3L * queries
                                + 2L * c.keyRowSize()
                                + 2L * c.valueRowSize());
        long masks = columns * cells * Float.BYTES;
        long scoreRow = cells * c.headCount() * Float.BYTES;
        long scores =
                2
                        * Math.min(
                                columns * scoreRow,
                                Math.max(scoreRow * PADDING_MAX, Attention.SCORES_BYTES_MAX));
        long logits = range.head() ? (long) PADDING_MAX * c.vocabularySize() * Float.BYTES : 0;
        return activations + masks + scores + logits;
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
