package org.boltmesh.shards.synth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.shards.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ModelShapeTest {
    private static final Path EXAMPLE =
            Path.of(System.getProperty("boltmesh.root", "..")).resolve("config/shapes");

    @TempDir private Path folder;

    @Test
    void shouldReadTheExampleAsTheModelHasIt() {
        ModelShape example = ModelShape.read(EXAMPLE.resolve("qwen3-0.6b.json"));
        Path real = SharedData.require("models/configs/Qwen--Qwen3-0.6B.config.json");
        assertThat(example).isEqualTo(ModelShape.read(real));
    }

    @Test
    void shouldReadLlamasScaling() {
        Path real = SharedData.require("models/configs/meta-llama--Meta-Llama-3.1-8B.config.json");
        ModelShape shape = ModelShape.read(real);
        assertThat(shape.headSize()).isEqualTo(128);
        assertThat(shape.tied()).isFalse();
        assertThat(shape.ropeScaling()).contains(new Llama3Scaling(8, 1, 4, 8192));
    }

    @Test
    void shouldDivideLowFrequenciesOnly() {
        var scaling = new Llama3Scaling(8, 1, 4, 8192);
        assertThat(scaling.divisor(0, 128, 500_000)).isEqualTo(1);
        assertThat(scaling.divisor(63, 128, 500_000)).isEqualTo(8);
        assertThat(scaling.divisor(32, 128, 500_000)).isStrictlyBetween(1f, 8f);
    }

    @Test
    void shouldTakeWhatFieldsMeanWhereTheyAreMissing() {
        ModelShape shape =
                TinyConfig.of("llama")
                        .without("num_key_value_heads")
                        .without("tie_word_embeddings")
                        .without("rope_theta")
                        .with("rope_parameters", Map.of("rope_type", "default", "rope_theta", 5e5))
                        .shape(folder);
        assertThat(shape.kvHeadCount()).isEqualTo(4);
        assertThat(shape.headSize()).isEqualTo(16);
        assertThat(shape.tied()).isFalse();
        assertThat(shape.ropeTheta()).isEqualTo(5e5);
        assertThat(shape.ropeScaling()).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    model_type              | mixtral | field model_type: mixtral, want one of [llama, qwen2, qwen3]
                    hidden_size             | 0       | field hidden_size: 0, want a whole number of 1 to
                    hidden_size             | 1.5     | field hidden_size: 1.5, want a whole number of 1 to
                    hidden_size             | 99999999999 | field hidden_size: 99999999999, want
                    hidden_size             | big     | field hidden_size: "big", want a whole number
                    hidden_size             | 66      | field num_attention_heads: 4, want a divisor of hidden_size 66
                    num_hidden_layers       | 5000    | field num_hidden_layers: 5000, want at most 1024
                    num_key_value_heads     | 3       | field num_key_value_heads: 3, want a divisor
                    head_dim                | 15      | field head_dim: 15, want an even size
                    vocab_size              | 256     | field vocab_size: 256, want at least 257
                    rope_theta              | -1      | field rope_theta: -1, want a number above 0
                    tie_word_embeddings     | yes     | field tie_word_embeddings: "yes", want true or false
                    """)
    void shouldRefuseByFieldValueAndWhatWasWanted(String field, String value, String sentence) {
        TinyConfig config = TinyConfig.of("qwen3").with(field, parsed(value));
        assertThatThrownBy(() -> config.shape(folder))
                .isInstanceOf(SynthException.class)
                .hasMessageContaining("config.json, " + sentence);
    }

    private static Object parsed(String value) {
        if (value.matches("-?\\d+")) {
            return Long.valueOf(value);
        }
        return value.matches("[\\d.]+") ? Double.valueOf(value) : value;
    }

    @Test
    void shouldRefuseAMissingFieldAndAnUnknownScaling() {
        assertThatThrownBy(() -> TinyConfig.of("qwen2").without("vocab_size").shape(folder))
                .hasMessageContaining("field vocab_size: missing, want");
        assertThatThrownBy(
                        () ->
                                TinyConfig.of("qwen2")
                                        .with("rope_scaling", Map.of("type", "longrope"))
                                        .shape(folder))
                .hasMessageContaining("rope_scaling.type: longrope, want default or llama3");
    }

    @Test
    void shouldRefuseWhatIsNoConfiguration() throws IOException {
        Path none = folder.resolve("none.json");
        assertThatThrownBy(() -> ModelShape.read(none)).hasMessageContaining("no file " + none);
        Path list = Files.writeString(folder.resolve("list.json"), "[1]");
        assertThatThrownBy(() -> ModelShape.read(list)).hasMessageContaining("not a JSON object");
        Path cut = Files.writeString(folder.resolve("cut.json"), "{\"model_type\": ");
        assertThatThrownBy(() -> ModelShape.read(cut))
                .isInstanceOf(SynthException.class)
                .hasMessageContaining("cannot be read as JSON");
        Path large = Files.write(folder.resolve("large.json"), new byte[2 << 20]);
        assertThatThrownBy(() -> ModelShape.read(large)).hasMessageContaining("2,097,152 bytes");
    }
}
