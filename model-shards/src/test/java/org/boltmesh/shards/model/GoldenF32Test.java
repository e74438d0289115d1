package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.stream.Stream;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** F32 weights and cache give another engine's tokens exactly, however the prompt is cut. */
@Tag("ggml")
final class GoldenF32Test {
    private static final double LOGIT_TOLERANCE = 1e-3;
    private static final int[] LENGTHENED_BY = {0, 50, 90};

    static Stream<Arguments> models() {
        return Stream.of(
                        List.of(
                                "models/stories260K/stories260K-f32.gguf",
                                "models/stories260K/golden.json"),
                        List.of(
                                "models/TinyStories-656K/tinystories-656k-f32.gguf",
                                "models/TinyStories-656K/golden.json"),
                        List.of("models/tiny-qwen3/model.gguf", "models/tiny-qwen3/golden.json"),
                        List.of(
                                "tales/models/tales-llama-f32.gguf",
                                "tales/golden/tales-llama-f32.json"),
                        List.of(
                                "tales/models/tales-qwen3-f32.gguf",
                                "tales/golden/tales-qwen3-f32.json"))
                .flatMap(
                        files ->
                                Stream.of(1, 7, 512)
                                        .map(
                                                batch ->
                                                        Arguments.of(
                                                                files.get(0),
                                                                files.get(1),
                                                                batch)));
    }

    @ParameterizedTest
    @MethodSource("models")
    void shouldGiveTheGoldenTokens(String model, String golden, int microBatch) {
        GgufFile gguf = GgufFile.open(SharedData.require(model));
        try (Shard shard = TestShards.load(gguf, TestShards.f32(gguf, microBatch))) {
            Greedy greedy = new Greedy(shard, 0);
            for (Golden expected : Golden.read(golden)) {
                for (int known : LENGTHENED_BY) {
                    if (known < expected.greedyIds().size()) {
                        check(greedy, expected, known, microBatch);
                    }
                }
            }
        }
    }

    private static void check(Greedy greedy, Golden expected, int known, int microBatch) {
        int[] prompt = expected.lengthened(known);
        float[] logits = greedy.prefill(prompt, microBatch);
        if (known == 0) {
            assertThat(logits).hasSize(expected.logits().size());
            for (int id = 0; id < logits.length; id++) {
                assertThat((double) logits[id])
                        .as("logit of id %d", id)
                        .isCloseTo(expected.logits().get(id), offset(LOGIT_TOLERANCE));
            }
        }
        List<Integer> rest = expected.greedyIds().subList(known, expected.greedyIds().size());
        assertThat(greedy.decode(prompt.length, rest.size())).isEqualTo(rest);
    }
}
