package org.boltmesh.actors.coordinator;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.boltmesh.actors.settings.ModelSettings;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.engine.LoadOptions;

/**
 * A model that somebody wants.
 *
 * @param name what requests call it
 * @param file path of its GGUF file, or of the first of a split one; a node whose own configuration
 *     names the model takes its own path instead
 * @param contextTokens positions per sequence; 0 for the engine's choice
 * @param nodes names of the nodes that may hold its layers, in the order of the layers; empty for
 *     all
 * @param kvType format of the key/value cache
 * @param microBatchMax tokens of a step
 * @param sequencesMax sequences at the same time
 */
public record ModelSpec(
        String name,
        String file,
        int contextTokens,
        List<String> nodes,
        KvType kvType,
        int microBatchMax,
        int sequencesMax) {
    /** Sequences at the same time, where nothing else is said. */
    public static final int SEQUENCES_DEFAULT = ModelSettings.SEQUENCES_DEFAULT;

    /** Tokens of a step, where nothing else is said. */
    public static final int MICRO_BATCH_DEFAULT = ModelSettings.MICRO_BATCH_DEFAULT;

    public ModelSpec {
        nodes = List.copyOf(nodes);
    }

    /** The same model at another path. */
    ModelSpec withFile(String path) {
        return new ModelSpec(name, path, contextTokens, nodes, kvType, microBatchMax, sequencesMax);
    }

    /** How an engine loads it, with so much memory. */
    LoadOptions loadOptions(long memoryLimitBytes) {
        return new LoadOptions(
                contextTokens == 0 ? OptionalInt.empty() : OptionalInt.of(contextTokens),
                kvType,
                microBatchMax,
                sequencesMax,
                OptionalInt.empty(),
                Optional.empty(),
                OptionalLong.of(memoryLimitBytes));
    }
}
