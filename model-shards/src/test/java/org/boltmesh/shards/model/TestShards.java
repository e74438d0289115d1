package org.boltmesh.shards.model;

import org.boltmesh.shards.gguf.GgufFile;

/** Shards for tests: one thread, small. */
final class TestShards {
    private static final long MEMORY_BYTES = 2L << 30;

    private TestShards() {}

    static Shard load(GgufFile gguf, ShardOptions options) {
        ShardLoader loader = new ShardLoader(TestLibrary.open(), gguf, options);
        return loader.load(LayerRange.whole(loader.config()), _ -> {});
    }

    static ShardOptions f32(GgufFile gguf, int microBatch) {
        return new ShardOptions(
                ModelConfig.of(gguf).contextTrained(), 1, microBatch, true, 1, false, MEMORY_BYTES);
    }

    static ShardOptions f16(GgufFile gguf, int microBatch, int sequences) {
        return new ShardOptions(
                ModelConfig.of(gguf).contextTrained(),
                sequences,
                microBatch,
                false,
                1,
                true,
                MEMORY_BYTES);
    }
}
