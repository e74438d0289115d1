package org.boltmesh.actors.coordinator;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.boltmesh.actors.settings.ModelSettings;
import org.boltmesh.actors.settings.Names;
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
 * @param queueMax requests that may wait beside those; more are refused
 */
public record ModelSpec(
        String name,
        String file,
        int contextTokens,
        List<String> nodes,
        KvType kvType,
        int microBatchMax,
        int sequencesMax,
        int queueMax) {
    /** Sequences at the same time, where nothing else is said. */
    public static final int SEQUENCES_DEFAULT = ModelSettings.SEQUENCES_DEFAULT;

    /** Tokens of a step, where nothing else is said. */
    public static final int MICRO_BATCH_DEFAULT = ModelSettings.MICRO_BATCH_DEFAULT;

    /** Requests that may wait, where nothing else is said. */
    public static final int QUEUE_DEFAULT = ModelSettings.QUEUE_MAX;

    /** Checks the numbers and names: a spec may come from another process. */
    public ModelSpec {
        nodes = List.copyOf(nodes);
        checkName("model", name);
        nodes.forEach(node -> checkName("node", node));
        checkRange("context", contextTokens, 0, ModelSettings.CONTEXT_MAX_TOKENS);
        checkRange("micro-batch", microBatchMax, 1, ModelSettings.MICRO_BATCH_MAX);
        checkRange("sequences", sequencesMax, 1, ModelSettings.SEQUENCES_MAX);
        checkRange("queue", queueMax, 0, ModelSettings.QUEUE_MAX);
    }

    /** A model with the usual queue. */
    public ModelSpec(
            String name,
            String file,
            int contextTokens,
            List<String> nodes,
            KvType kvType,
            int microBatchMax,
            int sequencesMax) {
        this(name, file, contextTokens, nodes, kvType, microBatchMax, sequencesMax, QUEUE_DEFAULT);
    }

    private static void checkName(String what, String name) {
        if (!Names.isName(name)) {
            throw new IllegalArgumentException(
                    "%s name \"%s\", want %s".formatted(what, name, Names.WANTED));
        }
    }

    private static void checkRange(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "%s %d, want %d to %d".formatted(what, value, min, max));
        }
    }

    /** The same model at another path. */
    ModelSpec withFile(String path) {
        return new ModelSpec(
                name, path, contextTokens, nodes, kvType, microBatchMax, sequencesMax, queueMax);
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
