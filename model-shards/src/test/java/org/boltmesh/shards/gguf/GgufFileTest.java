package org.boltmesh.shards.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import org.boltmesh.shards.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GgufFileTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "models/TinyStories-656K/ts-q4_k_m.gguf",
                "models/stories260K/stories260K-f32.gguf",
                "models/tiny-deepseek_v3/model.gguf",
                "models/tiny-qwen3_moe/model-q8_0.gguf",
                "models/tokenizers/ggml-vocab-llama-bpe.gguf",
                "tales/models/tales-qwen3-q8_0.gguf",
                "tales/models/tales-deepseek2-q4_k_m.gguf"
            })
    void shouldOpenRealFile(String file) {
        GgufFile gguf = GgufFile.open(SharedData.require(file));
        assertThat(gguf.parts()).hasSize(1);
        assertThat(gguf.metadata().requireString("general.architecture")).isNotEmpty();
        assertThat(gguf.metadata().requireStrings("tokenizer.ggml.tokens")).isNotEmpty();
    }

    @Test
    void shouldFindTensorsOfRealFile() {
        GgufFile gguf = GgufFile.open(SharedData.require("tales/models/tales-qwen3-q8_0.gguf"));
        TensorInfo embedding = gguf.requireTensor("token_embd.weight");
        assertThat(embedding.type()).isEqualTo(TensorType.Q8_0);
        assertThat(embedding.dimension(1))
                .isEqualTo(gguf.metadata().requireStrings("tokenizer.ggml.tokens").size());
    }
}
