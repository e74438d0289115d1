package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is planned is what loaded shards take. */
@Tag("ggml")
final class FootprintOfShardsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "models/stories260K/stories260K-f32.gguf",
                "tales/models/tales-qwen3-q8_0.gguf",
                "tales/models/tales-llama-q4_0.gguf"
            })
    void shouldPlanWhatShardsTake(String file) {
        GgufFile gguf = GgufFile.open(SharedData.require(file));
        ShardOptions options = new ShardOptions(256, 2, 64, false, 1, true, 2L << 30);
        ModelFootprint footprint = ModelFootprint.of(gguf, options);
        int last = footprint.layerCount() - 1;
        int middle = last / 2;
        List<LayerRange> ranges =
                List.of(
                        footprint.range(0, last),
                        footprint.range(0, middle),
                        footprint.range(1, middle),
                        footprint.range(middle + 1, last));
        ShardLoader loader = new ShardLoader(TestLibrary.open(), gguf, options);
        for (LayerRange range : ranges) {
            try (Shard shard = loader.load(range, _ -> {})) {
                ShardInfo info = shard.info();
                assertThat(info.weightBytes())
                        .as("weights of %s", range)
                        .isEqualTo(footprint.weightBytes(range));
                assertThat(info.kvCacheBytes())
                        .as("cache of %s", range)
                        .isEqualTo(footprint.cacheBytes(range));
                assertThat(info.computeBytes())
                        .as("scratch of %s", range)
                        .isPositive()
                        .isLessThanOrEqualTo(footprint.computeBytes(range));
            }
        }
    }
}
