package org.boltmesh.shards.model;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.gguf.GgufFile;

/**
 * Memory that a model takes, by layer and end, for one choice of context, sequences, micro-batch
 * and cache type: what a plan counts with. Weights are counted as the file has them, without
 * padding between tensors, which usual files do not have; the cache exactly; scratch as an upper
 * bound. All sizes are bytes.
 *
 * @param model its file or name, for people
 * @param contextMax positions of a sequence that the cache has room for
 * @param sequencesMax sequences that the cache has room for
 * @param layerWeightBytes weights of each layer
 * @param layerCacheBytes key/value cache of each layer
 * @param sharedBytes weights that every shard holds, such as rope factors
 * @param embeddingBytes weights of the first end
 * @param headBytes weights of the last end, with the embedding's matrix where they share it
 * @param tiedBytes part of {@code headBytes} that is the embedding too: 0 where nothing is shared;
 *     a shard with both ends holds it once, two shards hold it twice
 * @param computeBytes scratch of a shard without the head, at most
 * @param headComputeBytes scratch of a shard with the head, at most
 */
public record ModelFootprint(
        String model,
        int contextMax,
        int sequencesMax,
        List<Long> layerWeightBytes,
        long layerCacheBytes,
        long sharedBytes,
        long embeddingBytes,
        long headBytes,
        long tiedBytes,
        long computeBytes,
        long headComputeBytes) {

    /** Checks that the numbers can be added up. */
    public ModelFootprint {
        layerWeightBytes = List.copyOf(layerWeightBytes);
        if (layerWeightBytes.isEmpty()) {
            throw new IllegalArgumentException(model + ": no layers, want at least one");
        }
        long sum = 0;
        for (long layer : layerWeightBytes) {
            sum = add(model, add(model, sum, layer), layerCacheBytes);
        }
        for (long size :
                List.of(sharedBytes, embeddingBytes, headBytes, computeBytes, headComputeBytes)) {
            sum = add(model, sum, size);
        }
        if (tiedBytes < 0 || tiedBytes > Math.min(embeddingBytes, headBytes)) {
            throw new IllegalArgumentException(
                    "%s: %d tied bytes, want 0 to %d, which both ends have"
                            .formatted(model, tiedBytes, Math.min(embeddingBytes, headBytes)));
        }
    }

    private static long add(String model, long sum, long size) {
        if (size < 0 || sum + size < 0) {
            throw new IllegalArgumentException(
                    "%s: %d bytes after %d, want sizes from 0 to 2^63 in all"
                            .formatted(model, size, sum));
        }
        return sum + size;
    }

    /**
     * Counts a model's memory.
     *
     * @param options context, sequences, micro-batch and cache type; the rest changes no size
     * @throws ModelException when the model is not one that we compute, lacks a tensor, or was
     *     trained on less context
     */
    public static ModelFootprint of(GgufFile gguf, ShardOptions options) {
        ModelConfig config = ModelConfig.of(gguf);
        config.checkContext(options.contextMax());
        LayerRange whole = LayerRange.whole(config);
        LayerRange body = new LayerRange(whole.first(), whole.last(), false, false);
        long wholeBytes = weightBytes(gguf, config, whole);
        long bodyBytes = weightBytes(gguf, config, body);
        long embeddingBytes =
                weightBytes(gguf, config, new LayerRange(0, body.last(), true, false)) - bodyBytes;
        long headBytes =
                weightBytes(gguf, config, new LayerRange(0, body.last(), false, true)) - bodyBytes;
        long sharedBytes = ShardFootprint.weightBytes(ShardTensors.shared(gguf, config));
        return new ModelFootprint(
                config.file().toString(),
                options.contextMax(),
                options.sequencesMax(),
                layerBytes(gguf, config, sharedBytes),
                KvCache.sizeBytes(config, new LayerRange(0, 0, false, false), options),
                sharedBytes,
                embeddingBytes,
                headBytes,
                embeddingBytes + headBytes - (wholeBytes - bodyBytes),
                ShardFootprint.computeBytes(config, body, options),
                ShardFootprint.computeBytes(config, whole, options));
    }

    private static List<Long> layerBytes(GgufFile gguf, ModelConfig config, long sharedBytes) {
        List<Long> layers = new ArrayList<>();
        for (int layer = 0; layer < config.layerCount(); layer++) {
            LayerRange range = new LayerRange(layer, layer, false, false);
            layers.add(weightBytes(gguf, config, range) - sharedBytes);
        }
        return layers;
    }

    private static long weightBytes(GgufFile gguf, ModelConfig config, LayerRange range) {
        return ShardFootprint.weightBytes(ShardTensors.of(gguf, config, range));
    }

    /** Transformer layers. */
    public int layerCount() {
        return layerWeightBytes.size();
    }

    /** All layers from {@code first} to {@code last}, with the ends that this implies. */
    public LayerRange range(int first, int last) {
        return new LayerRange(first, last, first == 0, last == layerCount() - 1);
    }

    /** Weights of a shard. */
    public long weightBytes(LayerRange range) {
        long sum = sharedBytes;
        for (int layer = range.first(); layer <= range.last(); layer++) {
            sum += layerWeightBytes.get(layer);
        }
        sum += range.embedding() ? embeddingBytes : 0;
        sum += range.head() ? headBytes : 0;
        return sum - (range.embedding() && range.head() ? tiedBytes : 0);
    }

    /** Key/value cache of a shard. */
    public long cacheBytes(LayerRange range) {
        return layerCacheBytes * range.layerCount();
    }

    /** Scratch memory of a shard's largest step, at most. */
    public long computeBytes(LayerRange range) {
        return range.head() ? headComputeBytes : computeBytes;
    }
}
