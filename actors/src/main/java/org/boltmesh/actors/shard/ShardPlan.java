package org.boltmesh.actors.shard;

import java.util.OptionalInt;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.model.LayerRange;

/**
 * What a node is to hold of a model.
 *
 * @param model what requests call it
 * @param generation counts the plans of a model
 * @param stage counted from 0, the head
 * @param stageCount stages of the pipeline
 * @param file path of the GGUF file on this node, or of the first of a split one
 * @param layers what this stage holds
 * @param options how it is loaded
 */
public record ShardPlan(
        String model,
        long generation,
        int stage,
        int stageCount,
        String file,
        LayerRange layers,
        LoadOptions options) {
    /** Checks the stage. */
    public ShardPlan {
        if (stage < 0 || stage >= stageCount) {
            throw new IllegalArgumentException(
                    "stage %d of %d of model %s, want 0 to one less than the count"
                            .formatted(stage, stageCount, model));
        }
    }

    /** The same on a node that computes with so many threads; empty: the engine's choice. */
    public ShardPlan withThreads(OptionalInt count) {
        return new ShardPlan(
                model, generation, stage, stageCount, file, layers, options.withThreads(count));
    }

    /** Tells the engines of a node apart; the same after each start of one. */
    String engineName() {
        return "%s-%d-%d".formatted(model, generation, stage);
    }
}
