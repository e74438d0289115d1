package org.boltmesh.shards.plan;

import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelFootprint;

/** Bytes of any range of a model's layers, in constant time. Ranges end before {@code end}. */
final class StageSizes {
    private final ModelFootprint model;
    private final long[] before;

    StageSizes(ModelFootprint model) {
        this.model = model;
        this.before = new long[model.layerCount() + 1];
        for (int layer = 0; layer < model.layerCount(); layer++) {
            before[layer + 1] =
                    before[layer] + model.layerWeightBytes().get(layer) + model.layerCacheBytes();
        }
    }

    int layerCount() {
        return before.length - 1;
    }

    /** Weights and cache of layers alone. */
    long layerBytes(int first, int end) {
        return before[end] - before[first];
    }

    /** All that a stage takes: ends, what every shard holds, and scratch included. */
    long stageBytes(int first, int end) {
        boolean embedding = first == 0;
        boolean head = end == layerCount();
        long bytes = layerBytes(first, end) + model.sharedBytes();
        bytes += embedding ? model.embeddingBytes() : 0;
        bytes += head ? model.headBytes() + model.headComputeBytes() : model.computeBytes();
        return bytes - (embedding && head ? model.tiedBytes() : 0);
    }

    /** The least that any stage takes. */
    long smallestStageBytes() {
        long smallest = Long.MAX_VALUE;
        for (int layer = 0; layer < layerCount(); layer++) {
            smallest = Math.min(smallest, stageBytes(layer, layer + 1));
        }
        return smallest;
    }

    Stage stage(NodeMemory node, int first, int end) {
        LayerRange range = model.range(first, end - 1);
        return new Stage(
                node,
                range,
                model.weightBytes(range),
                model.cacheBytes(range),
                model.computeBytes(range));
    }
}
