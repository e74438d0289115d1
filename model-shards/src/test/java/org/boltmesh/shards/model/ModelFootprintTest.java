package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFootprintTest {
    private static final int LAYERS = 5;
    private static final ShardOptions OPTIONS =
            new ShardOptions(100, 3, 7, false, 1, true, Long.MAX_VALUE);

    @TempDir private Path folder;

    private GgufFile written(TinyModel model) {
        return GgufFile.open(model.set("block_count", LAYERS).write(folder.resolve("m.gguf")));
    }

    private static List<LayerRange> ranges(ModelFootprint footprint) {
        List<LayerRange> ranges = new ArrayList<>();
        for (int first = 0; first < footprint.layerCount(); first++) {
            for (int last = first; last < footprint.layerCount(); last++) {
                ranges.add(footprint.range(first, last));
                ranges.add(new LayerRange(first, last, false, false));
            }
        }
        return ranges;
    }

    private static void assertCountsAsLoaderDoes(GgufFile gguf) {
        ModelConfig config = ModelConfig.of(gguf);
        ModelFootprint footprint = ModelFootprint.of(gguf, OPTIONS);
        assertThat(footprint.layerCount()).isEqualTo(LAYERS);
        for (LayerRange range : ranges(footprint)) {
            assertThat(footprint.weightBytes(range))
                    .as("weights of %s", range)
                    .isEqualTo(ShardFootprint.weightBytes(ShardTensors.of(gguf, config, range)));
            assertThat(footprint.cacheBytes(range))
                    .as("cache of %s", range)
                    .isEqualTo(KvCache.sizeBytes(config, range, OPTIONS));
            assertThat(footprint.computeBytes(range))
                    .as("scratch of %s", range)
                    .isEqualTo(ShardFootprint.computeBytes(config, range, OPTIONS));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"llama", "qwen2", "qwen3"})
    void shouldCountAnyRange(String architecture) {
        assertCountsAsLoaderDoes(written(TinyModel.of(architecture)));
    }

    @Test
    void shouldCountFactorsInEveryRange() {
        GgufFile gguf = written(TinyModel.of("llama").with(Rope.FACTORS, 8));
        assertCountsAsLoaderDoes(gguf);
        assertThat(ModelFootprint.of(gguf, OPTIONS).sharedBytes()).isEqualTo(8 * Float.BYTES);
    }

    @Test
    void shouldCountSplitFiles() {
        TinyModel model = TinyModel.of("qwen3").set("block_count", LAYERS);
        assertCountsAsLoaderDoes(GgufFile.open(model.writeSplit(folder, 3)));
    }

    @Test
    void shouldCountTiedEmbeddingAtBothEnds() {
        GgufFile gguf = written(TinyModel.of("qwen3").tied());
        assertCountsAsLoaderDoes(gguf);
        ModelFootprint footprint = ModelFootprint.of(gguf, OPTIONS);
        long all = gguf.tensors().stream().mapToLong(TensorInfo::sizeBytes).sum();
        assertThat(footprint.tiedBytes()).isEqualTo(footprint.embeddingBytes()).isPositive();
        assertThat(footprint.weightBytes(footprint.range(0, 4))).isEqualTo(all);
        assertThat(
                        footprint.weightBytes(footprint.range(0, 1))
                                + footprint.weightBytes(footprint.range(2, 4)))
                .isEqualTo(all + footprint.tiedBytes());
    }

    @Test
    void shouldRefuseContextBeyondTraining() {
        GgufFile gguf = written(TinyModel.of("llama"));
        ShardOptions tooLong = new ShardOptions(513, 1, 1, false, 1, true, 0);
        assertThatThrownBy(() -> ModelFootprint.of(gguf, tooLong))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("context 513, want 1 to 512");
    }

    @Test
    void shouldRefuseModelThatLacksALayer() {
        GgufFile gguf = written(TinyModel.of("llama").without("blk.3.attn_k.weight"));
        assertThatThrownBy(() -> ModelFootprint.of(gguf, OPTIONS))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("no tensor blk.3.attn_k.weight");
    }

    @Test
    void shouldRefuseImpossibleNumbers() {
        assertThatThrownBy(() -> footprint(List.of(), 0, 0)).hasMessageContaining("no layers");
        assertThatThrownBy(() -> footprint(List.of(-1L), 0, 0)).hasMessageContaining("-1 bytes");
        assertThatThrownBy(() -> footprint(List.of(Long.MAX_VALUE, 1L), 0, 0))
                .hasMessageContaining("2^63");
        assertThatThrownBy(() -> footprint(List.of(1L), 5, 6)).hasMessageContaining("6 tied");
    }

    private static ModelFootprint footprint(List<Long> layers, long end, long tied) {
        return new ModelFootprint("m", 1, 1, layers, 0, 0, end, end, tied, 0, 0);
    }
}
