package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chunk whose scores are too many to be held at once gives the same bits in blocks. */
@Tag("ggml")
final class AttentionBlocksTest {
    private static final int CONTEXT = 8192;
    private static final int TOKENS = 250;
    private static final int SHORT = 10;
    private static final long SEED = 20261107;

    @TempDir private Path folder;

    @Test
    void shouldGiveTheSameBitsInOneBlockAndInMany() {
        TinyModel model =
                TinyModel.of("llama").heads(32, 8, 8, 8).set("context_length", CONTEXT).seed(SEED);
        GgufFile gguf = GgufFile.open(model.write(folder.resolve("tiny.gguf")));
        long rowBytes = Attention.scoreRowBytes(ModelConfig.of(gguf), CONTEXT);
        assertThat(TOKENS * rowBytes).isGreaterThan(3 * Attention.SCORES_BYTES_MAX);
        assertThat(SHORT * rowBytes).isLessThan(Attention.SCORES_BYTES_MAX);

        int[] tokens = new Random(SEED).ints(TOKENS, 0, TinyModel.VOCABULARY).toArray();
        try (Shard shard = TestShards.load(gguf, TestShards.f16(gguf, TOKENS, 2))) {
            float[] inBlocks = last(shard, 0, tokens, TOKENS);
            float[] whole = last(shard, 1, tokens, SHORT);
            System.err.println(
                    "blocks: replay bit-equal %s, seed %d"
                            .formatted(shard.info().replayBitEqual(), SEED));
            if (shard.info().replayBitEqual()) {
                assertThat(inBlocks).containsExactly(whole);
            } else {
                assertThat(Nmse.of(inBlocks, whole)).isLessThan(1e-3);
            }
        }
    }

    /** Logits of the last position of the context; cells before the tokens hold zeros. */
    private static float[] last(Shard shard, int sequence, int[] tokens, int length) {
        Step step = new Step();
        for (int from = 0; from < TOKENS; from += length) {
            step.clear();
            step.add(sequence, CONTEXT - TOKENS + from, tokens, from, from + length, true);
            shard.run(step);
        }
        float[] logits = new float[TinyModel.VOCABULARY];
        shard.logits(0, logits);
        return logits;
    }
}
