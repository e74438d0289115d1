package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTensorsTest {
    private static final LayerRange WHOLE = new LayerRange(0, 1, true, true);

    @TempDir private Path folder;

    private List<String> names(TinyModel model, LayerRange range) {
        GgufFile gguf = GgufFile.open(model.write(file()));
        return ShardTensors.of(gguf, ModelConfig.of(gguf), range).stream()
                .map(tensor -> tensor.info().name())
                .toList();
    }

    private Path file() {
        return folder.resolve("tiny.gguf");
    }

    private void assertRefused(TinyModel model, LayerRange range, String problem) {
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> names(model, range))
                .withMessage("%s: %s", file(), problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "blk.1.attn_norm.weight",
                "blk.0.attn_q.weight",
                "blk.0.attn_q.bias",
                "blk.1.ffn_down.weight",
                "output_norm.weight"
            })
    void shouldNameMissingTensor(String name) {
        assertRefused(
                TinyModel.of("qwen2").without(name),
                WHOLE,
                "no tensor " + name + ", which architecture qwen2 needs");
    }

    @Test
    void shouldNameTensorOfTheWrongShape() {
        assertRefused(
                TinyModel.of("llama").with("blk.1.attn_k.weight", 32, 64),
                WHOLE,
                "tensor blk.1.attn_k.weight has shape [32, 64], want [32, 32]");
        assertRefused(
                TinyModel.of("llama").with("blk.0.attn_norm.weight", 32, 1),
                WHOLE,
                "tensor blk.0.attn_norm.weight has shape [32, 1], want [32]");
        assertRefused(
                TinyModel.of("qwen3").with("blk.0.attn_q_norm.weight", 8),
                WHOLE,
                "tensor blk.0.attn_q_norm.weight has shape [8], want [16]");
        assertRefused(
                TinyModel.of("llama").with("output.weight", 32, 47),
                WHOLE,
                "tensor output.weight has shape [32, 47], want [32, 48]");
        assertRefused(
                TinyModel.of("llama").with(Rope.FACTORS, 7),
                WHOLE,
                "tensor rope_freqs.weight has shape [7], want [8]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "blk.1.attn_q.bias",
                "blk.0.attn_sinks.weight",
                "blk.0.ffn_gate_inp.weight",
                "output.bias",
                "output_norm.bias",
                "token_embd_norm.weight",
                "token_types.weight"
            })
    void shouldRefuseTensorThatWouldBeLeftOut(String name) {
        assertRefused(
                TinyModel.of("llama").with(name, 64),
                WHOLE,
                "tensor " + name + " is not part of architecture llama as Boltmesh computes it");
    }

    @Test
    void shouldIgnoreTensorsOfOtherShards() {
        TinyModel model = TinyModel.of("llama").with("blk.1.odd.weight", 8).with("output.bias", 48);
        assertThat(names(model, new LayerRange(0, 0, true, false)))
                .hasSize(10)
                .contains("token_embd.weight", "blk.0.ffn_up.weight");
    }

    @Test
    void shouldIgnoreTablesOfOldConverters() {
        assertThat(
                        names(
                                TinyModel.of("llama")
                                        .with("blk.0.attn_rot_embd.weight", 8)
                                        .with("rope.table", 8),
                                WHOLE))
                .hasSize(2 * 9 + 3);
    }

    @Test
    void shouldTakeTheEmbeddingForATiedHead() {
        assertThat(names(TinyModel.of("llama").tied(), new LayerRange(1, 1, false, true)))
                .contains("token_embd.weight")
                .doesNotContain("output.weight");
    }

    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16", "Q8_0"})
    void shouldWantF32Vectors(TensorType type) {
        assertRefused(
                TinyModel.of("qwen2").with("blk.0.attn_k.bias", type, 32),
                WHOLE,
                "tensor blk.0.attn_k.bias is %s, want F32 as all norms and biases".formatted(type));
    }

    @ParameterizedTest
    @EnumSource(names = {"I8", "I16", "I32", "I64", "F64", "Q8_1"})
    void shouldRefuseTypesThatAreNoWeights(TensorType type) {
        for (String name : List.of("token_embd.weight", "output.weight")) {
            assertRefused(
                    TinyModel.of("llama").with(name, type, 32, 48),
                    WHOLE,
                    "tensor %s is %s, want a type that ggml multiplies, as F16 or Q8_0"
                            .formatted(name, type));
        }
    }

    @Test
    void shouldRefuseLayersOutOfRange() {
        TinyModel model = TinyModel.of("llama");
        assertRefused(
                model, new LayerRange(0, 2, false, false), "layers 0..2, want a range of 0..1");
        assertRefused(
                model,
                new LayerRange(1, 1, true, true),
                "layers 1..1 with the embedding, want it before layer 0 only");
        assertRefused(
                model,
                new LayerRange(0, 0, true, true),
                "layers 0..0 with the head, want it after layer 1 only");
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> new LayerRange(-1, 0, true, true))
                .withMessage("layers -1..0, want first >= 0 and last >= first");
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> new LayerRange(1, 0, true, true))
                .withMessage("layers 1..0, want first >= 0 and last >= first");
    }
}
