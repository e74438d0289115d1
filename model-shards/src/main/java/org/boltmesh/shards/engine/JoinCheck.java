package org.boltmesh.shards.engine;

import java.util.Optional;
import org.boltmesh.shards.channel.MessageLink;
import org.boltmesh.shards.engine.EngineRequest.JoinPipeline;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.StepRunner;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.StageRole;

/** Whether loaded layers can take a place in a pipeline; says what is wrong otherwise. */
final class JoinCheck {
    private JoinCheck() {}

    /** What is wrong; empty when nothing is. */
    static Optional<String> problem(JoinPipeline request, StepRunner runner) {
        StageRole role = request.role();
        if (request.addresses().stageCount() != role.stageCount()) {
            return Optional.of(
                    "addresses for %d stages, want them for %d"
                            .formatted(request.addresses().stageCount(), role.stageCount()));
        }
        boolean first = role.stage() == 0;
        boolean last = role.stage() == role.stageCount() - 1;
        LayerRange layers = runner.range();
        if (layers.embedding() != first || layers.head() != last) {
            return Optional.of(
                    "layers %d..%d %s the embedding and %s the head as stage %d of %d, want the embedding in the first stage only and the head in the last only"
                            .formatted(
                                    layers.first(),
                                    layers.last(),
                                    layers.embedding() ? "with" : "without",
                                    layers.head() ? "with" : "without",
                                    role.stage(),
                                    role.stageCount()));
        }
        return tooMuch(role.limits(), runner.info())
                .or(() -> tooLong(role.limits(), runner.embeddingSize()));
    }

    /** The activations of a step have to fit into one message. */
    private static Optional<String> tooLong(PipelineLimits limits, int embeddingSize) {
        long bytes = limits.activationsMaxBytes(embeddingSize);
        return bytes <= MessageLink.MESSAGE_MAX_BYTES
                ? Optional.empty()
                : Optional.of(
                        "micro-batch %d: its activations take %d bytes, want at most %d"
                                .formatted(
                                        limits.microBatchMax(),
                                        bytes,
                                        MessageLink.MESSAGE_MAX_BYTES));
    }

    private static Optional<String> tooMuch(PipelineLimits limits, ShardInfo shard) {
        return above("context", limits.contextMax(), shard.contextMax())
                .or(() -> above("sequences", limits.sequencesMax(), shard.sequencesMax()))
                .or(() -> above("micro-batch", limits.microBatchMax(), shard.microBatchMax()));
    }

    private static Optional<String> above(String name, int value, int max) {
        return value <= max
                ? Optional.empty()
                : Optional.of(
                        "%s %d, want at most the %d that this engine was loaded for"
                                .formatted(name, value, max));
    }
}
