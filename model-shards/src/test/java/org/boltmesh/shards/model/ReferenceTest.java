package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine in F32 against the slow model in double precision, on random models of every kind that
 * the architectures allow, at positions far beyond the original context.
 */
@Tag("ggml")
final class ReferenceTest {
    private static final long SEED = 20261107;
    private static final int TOKENS = 300;
    private static final int CHUNK_MAX = 48;

    /** Largest difference by the largest logit: 1.4e-5 was measured on both libraries. */
    private static final double TOLERANCE = 5e-5;

    /** The same with keys and values in half precision: 5.4e-3 was measured. */
    private static final double TOLERANCE_F16 = 2e-2;

    @TempDir private Path folder;

    private static Arguments variant(String name, TinyModel model) {
        return Arguments.of(name, model);
    }

    private static TinyModel yarn(String architecture) {
        return TinyModel.of(architecture)
                .heads(4, 2, 32, 16)
                .set("rope.scaling.type", "yarn")
                .set("rope.scaling.factor", 4f)
                .set("rope.scaling.original_context_length", 128);
    }

    static Stream<Arguments> models() {
        return Stream.of(
                variant("llama, grouped", TinyModel.of("llama")),
                variant(
                        "llama, sizes from the width",
                        TinyModel.of("llama")
                                .heads(4, 4, 8, 8)
                                .without("attention.head_count_kv")
                                .without("attention.key_length")
                                .without("attention.value_length")
                                .without("rope.freq_base")),
                variant(
                        "llama, tied, one key head",
                        TinyModel.of("llama").heads(6, 1, 8, 24).tied()),
                variant(
                        "llama, part of the head rotated",
                        TinyModel.of("llama").set("rope.dimension_count", 6)),
                variant(
                        "llama, linear",
                        TinyModel.of("llama")
                                .set("rope.scaling.type", "linear")
                                .set("rope.scaling.factor", 3f)
                                .set("rope.scaling.attn_factor", 1.25f)),
                variant("llama, yarn", yarn("llama")),
                variant(
                        "llama 3.1, frequency factors",
                        TinyModel.of("llama")
                                .set("rope.freq_base", 500_000f)
                                .with(Rope.FACTORS, 8)),
                variant("qwen2", TinyModel.of("qwen2")),
                variant("qwen2, yarn, tied", yarn("qwen2").tied()),
                variant(
                        "qwen2, linear, all heads",
                        TinyModel.of("qwen2")
                                .heads(4, 4, 16, 16)
                                .set("rope.scaling.type", "linear")
                                .set("rope.scaling.factor", 8f)),
                variant("qwen3", TinyModel.of("qwen3")),
                variant(
                        "qwen3, yarn, other ramp, scaled, part rotated",
                        yarn("qwen3")
                                .set("rope.freq_base", 1_000_000f)
                                .set("rope.dimension_count", 24)
                                .set("rope.scaling.attn_factor", 0.8f)
                                .set("rope.scaling.yarn_beta_fast", 8f)
                                .set("rope.scaling.yarn_beta_slow", 2f)),
                variant(
                        "qwen3, yarn with frequency factors",
                        yarn("qwen3").with(Rope.FACTORS, 16).set("block_count", 1)),
                variant(
                        "qwen3, odd sizes",
                        TinyModel.of("qwen3")
                                .heads(9, 3, 10, 14)
                                .set("embedding_length", 20)
                                .set("feed_forward_length", 52)
                                .set("block_count", 3)
                                .set("attention.layer_norm_rms_epsilon", 0.1f)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("models")
    void shouldAgree(String name, TinyModel model) {
        GgufFile gguf = GgufFile.open(model.seed(SEED).write(folder.resolve("tiny.gguf")));
        int[] tokens = new Random(SEED).ints(TOKENS, 0, TinyModel.VOCABULARY).toArray();
        ReferenceModel reference = new ReferenceModel(gguf);
        double[][] wanted = new double[TOKENS][];
        for (int i = 0; i < TOKENS; i++) {
            wanted[i] = reference.next(tokens[i]);
        }
        double single = difference(gguf, TestShards.f32(gguf, CHUNK_MAX), tokens, wanted);
        double half = difference(gguf, TestShards.f16(gguf, CHUNK_MAX, 2), tokens, wanted);
        System.err.printf(
                "%s: off by %.1e of the largest logit, %.1e with an F16 cache, seed %d%n",
                name, single, half, SEED);
        assertThat(single).isLessThan(TOLERANCE);
        assertThat(half).isLessThan(TOLERANCE_F16);
    }

    private static double difference(
            GgufFile gguf, ShardOptions options, int[] tokens, double[][] wanted) {
        Random random = new Random(SEED);
        double worst = 0;
        try (Shard shard = TestShards.load(gguf, options)) {
            float[] logits = new float[TinyModel.VOCABULARY];
            Step step = new Step();
            for (int from = 0; from < TOKENS; ) {
                int to = Math.min(TOKENS, from + 1 + random.nextInt(CHUNK_MAX));
                step.clear();
                step.add(0, from, tokens, from, to, true);
                shard.run(step);
                shard.logits(0, logits);
                worst = Math.max(worst, difference(logits, wanted[to - 1]));
                from = to;
            }
        }
        return worst;
    }

    private static double difference(float[] found, double[] wanted) {
        double most = 0;
        double largest = 0;
        for (int id = 0; id < wanted.length; id++) {
            most = Math.max(most, Math.abs(found[id] - wanted[id]));
            largest = Math.max(largest, Math.abs(wanted[id]));
        }
        return most / largest;
    }
}
