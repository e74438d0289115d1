package org.boltmesh.shards.pipeline;

import java.util.List;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelConfig;
import org.boltmesh.shards.model.Shard;
import org.boltmesh.shards.model.ShardLoader;
import org.boltmesh.shards.model.ShardOptions;
import org.boltmesh.shards.model.StepRunner;
import org.boltmesh.shards.model.TestLibrary;

/** Stages of real models. */
final class RealStages {
    private static final long MEMORY_BYTES = 2L << 30;
    private static final int MICRO_BATCH_MAX = 512;

    private final GgufFile gguf;
    private final ModelConfig config;
    private final ShardLoader loader;
    private final int sequences;

    /** A model file of the shared test data; skips aloud where it is missing. */
    RealStages(String file, boolean kvF32, int sequences) {
        gguf = GgufFile.open(SharedData.require(file));
        config = ModelConfig.of(gguf);
        this.sequences = sequences;
        ShardOptions options =
                new ShardOptions(
                        config.contextTrained(),
                        sequences,
                        MICRO_BATCH_MAX,
                        kvF32,
                        1,
                        !kvF32,
                        MEMORY_BYTES);
        loader = new ShardLoader(TestLibrary.open(), gguf, options);
    }

    int layerCount() {
        return config.layerCount();
    }

    Shard whole() {
        return loader.load(LayerRange.whole(config), _ -> {});
    }

    List<Shard> split(int stageCount) {
        return TestPipeline.split(config.layerCount(), stageCount).stream()
                .map(range -> loader.load(range, _ -> {}))
                .toList();
    }

    /** Joins stages for steps of {@code microBatch} tokens, or fewer where one can do no more. */
    TestPipeline join(List<? extends StepRunner> stages, int microBatch) {
        int most =
                stages.stream().mapToInt(stage -> stage.info().microBatchMax()).min().orElseThrow();
        PipelineLimits limits =
                new PipelineLimits(config.contextTrained(), sequences, Math.min(microBatch, most));
        return new TestPipeline(stages, limits, 1, Wiring.framed(new MemoryChannels()));
    }
}
