package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Half-precision caches and quantised weights stay close to the goldens: normalised mean square
 * error of the logits at the prompt's end, the worst of all prompts. Bounds are about three times
 * what was measured on either library; where a file has no goldens of its own, they hold its
 * quantisation error too.
 */
@Tag("ggml")
final class GoldenQuantisedTest {
    static Stream<Arguments> files() {
        return Stream.of(
                Arguments.of(
                        "models/stories260K/stories260K-f32.gguf",
                        "models/stories260K/golden.json",
                        false,
                        1e-8),
                Arguments.of(
                        "tales/models/tales-llama-f32.gguf",
                        "tales/golden/tales-llama-f32.json",
                        false,
                        3e-7),
                Arguments.of(
                        "tales/models/tales-llama-q8_0.gguf",
                        "tales/golden/tales-llama-q8_0.json",
                        false,
                        1e-3),
                Arguments.of(
                        "tales/models/tales-llama-q8_0.gguf",
                        "tales/golden/tales-llama-q8_0.json",
                        true,
                        6e-5),
                Arguments.of(
                        "tales/models/tales-llama-q4_0.gguf",
                        "tales/golden/tales-llama-f32.json",
                        false,
                        0.05),
                Arguments.of(
                        "tales/models/tales-llama-q4_k_m.gguf",
                        "tales/golden/tales-llama-f32.json",
                        false,
                        0.03),
                Arguments.of(
                        "tales/models/tales-qwen3-f32.gguf",
                        "tales/golden/tales-qwen3-f32.json",
                        false,
                        3e-7),
                Arguments.of(
                        "tales/models/tales-qwen3-q8_0.gguf",
                        "tales/golden/tales-qwen3-q8_0.json",
                        false,
                        3e-4),
                Arguments.of(
                        "tales/models/tales-qwen3-q8_0.gguf",
                        "tales/golden/tales-qwen3-q8_0.json",
                        true,
                        1e-4),
                Arguments.of(
                        "tales/models/tales-qwen3-q4_0.gguf",
                        "tales/golden/tales-qwen3-f32.json",
                        false,
                        0.06),
                Arguments.of(
                        "tales/models/tales-qwen3-q4_k_m.gguf",
                        "tales/golden/tales-qwen3-f32.json",
                        false,
                        0.04),
                Arguments.of(
                        "models/TinyStories-656K/ts-f16.gguf",
                        "models/TinyStories-656K/golden.json",
                        false,
                        2e-6),
                Arguments.of(
                        "models/TinyStories-656K/ts-q8_0.gguf",
                        "models/TinyStories-656K/golden.json",
                        false,
                        1.2e-3),
                Arguments.of(
                        "models/TinyStories-656K/ts-q4_0.gguf",
                        "models/TinyStories-656K/golden.json",
                        false,
                        0.12),
                Arguments.of(
                        "models/TinyStories-656K/ts-q4_k_m.gguf",
                        "models/TinyStories-656K/golden.json",
                        false,
                        0.03));
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldStayCloseToTheGoldens(String model, String golden, boolean kvF32, double bound) {
        GgufFile gguf = GgufFile.open(SharedData.require(model));
        ShardOptions options = kvF32 ? TestShards.f32(gguf, 512) : TestShards.f16(gguf, 512, 1);
        try (Shard shard = TestShards.load(gguf, options)) {
            Greedy greedy = new Greedy(shard, 0);
            double worst =
                    Golden.read(golden).stream()
                            .mapToDouble(expected -> error(greedy, expected))
                            .max()
                            .orElseThrow();
            System.err.println(
                    "nmse %s, cache %s: %.1e, at most %.1e"
                            .formatted(model, kvF32 ? "F32" : "F16", worst, bound));
            assertThat(worst).isLessThan(bound);
        }
    }

    private static double error(Greedy greedy, Golden expected) {
        float[] wanted = new float[expected.logits().size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = expected.logits().get(i).floatValue();
        }
        return Nmse.of(greedy.prefill(expected.lengthened(0), 512), wanted);
    }
}
