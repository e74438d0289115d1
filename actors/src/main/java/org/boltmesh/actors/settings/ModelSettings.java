package org.boltmesh.actors.settings;

import java.nio.file.Path;
import java.util.List;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.model.Step;

/**
 * A model that the cluster is to serve.
 *
 * @param name what requests call it
 * @param file its GGUF file on this node
 * @param contextTokens the longest context; 0 for the engine's choice
 * @param nodes names of the nodes that may hold its layers; empty for all
 * @param kvType numbers of its key/value cache
 * @param microBatchMax tokens of a step, 1 to {@link #MICRO_BATCH_MAX}
 * @param sequencesMax answers at the same time, 1 to {@link #SEQUENCES_MAX}
 * @param queueMax requests that may wait beside those, 0 to {@link #QUEUE_MAX}
 */
public record ModelSettings(
        String name,
        Path file,
        int contextTokens,
        List<String> nodes,
        KvType kvType,
        int microBatchMax,
        int sequencesMax,
        int queueMax) {
    /** The longest context that can be asked for. */
    public static final int CONTEXT_MAX_TOKENS = 1 << 24;

    /** Tokens of a step, where nothing else is said. */
    public static final int MICRO_BATCH_DEFAULT = 512;

    /** A step with more gains no speed. */
    public static final int MICRO_BATCH_MAX = 4096;

    /** Answers at the same time, where nothing else is said. */
    public static final int SEQUENCES_DEFAULT = 8;

    /** As many as a step has room for. */
    public static final int SEQUENCES_MAX = Step.CHUNKS_MAX;

    /** As many as an engine lets wait. */
    public static final int QUEUE_MAX = 64;

    public ModelSettings {
        nodes = List.copyOf(nodes);
    }
}
