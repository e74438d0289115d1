package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.boltmesh.shards.gguf.GgufException;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelConfigTest {
    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("tiny.gguf");
    }

    private ModelConfig read(TinyModel model) {
        return ModelConfig.of(GgufFile.open(model.write(file())));
    }

    /** Refused with a message of the file, the key (without architecture), the value, the cure. */
    private void assertRefused(TinyModel model, String key, String value, String wanted) {
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> read(model))
                .withMessage("%s, key %s: %s, want %s", file(), key, value, wanted);
    }

    private void assertRefused(String key, Object value, String shown, String wanted) {
        assertRefused(TinyModel.of("llama").set(key, value), "llama." + key, shown, wanted);
    }

    @Test
    void shouldRefuseUnknownArchitecture() {
        assertRefused(
                TinyModel.of("mamba"),
                "general.architecture",
                "mamba",
                "one of [llama, qwen2, qwen3]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"longrope", "su", "dynamic", ""})
    void shouldRefuseUnknownScalingByName(String type) {
        assertRefused("rope.scaling.type", type, type, "none, linear or yarn");
    }

    @ParameterizedTest
    @CsvSource({
        "block_count, 0, 1 to 1024",
        "block_count, 1099511627776, 1 to 1024",
        "embedding_length, 0, 1 to 16777216",
        "embedding_length, 1099511627776, 1 to 16777216",
        "feed_forward_length, 0, 1 to 16777216",
        "attention.head_count, 0, 1 to 16777216",
        "attention.head_count_kv, 0, 1 to 16777216",
        "attention.key_length, 0, 1 to 16777216",
        "attention.key_length, 4611686018427387904, 1 to 16777216",
        "attention.value_length, 0, 1 to 16777216",
        "context_length, 0, 1 to 16777216",
        "context_length, 1099511627776, 1 to 16777216",
        "rope.dimension_count, 0, 1 to 16777216",
        "rope.dimension_count, 7, an even number up to the head size 16",
        "rope.dimension_count, 18, an even number up to the head size 16",
        "rope.scaling.original_context_length, 0, 1 to 16777216",
        "attention.head_count, 5, a multiple of head_count_kv 2",
        "attention.head_count_kv, 3, a multiple of head_count_kv 3",
        "attention.value_length, 16777216, 'at most 1048576 over all 4 heads'"
    })
    void shouldRefuseNonsenseSizes(String key, long value, String wanted) {
        boolean headCount = wanted.startsWith("a multiple");
        assertRefused(
                TinyModel.of("llama").set(key, value),
                headCount ? "llama.attention.head_count" : "llama." + key,
                headCount && value == 3 ? "4" : Long.toString(value),
                wanted);
    }

    @ParameterizedTest
    @ValueSource(floats = {0, -1e-5f, Float.NaN, Float.POSITIVE_INFINITY})
    void shouldRefuseNumbersThatAreNoScale(float value) {
        String shown = Double.toString(value);
        String wanted = "a finite number above 0";
        assertRefused("attention.layer_norm_rms_epsilon", value, shown, wanted);
        assertRefused("rope.freq_base", value, shown, wanted);
        assertRefused("rope.scaling.factor", value, shown, wanted);
        assertRefused("rope.scale_linear", value, shown, wanted);
        assertRefused("rope.scaling.attn_factor", value, shown, wanted);
        assertRefused("rope.scaling.yarn_beta_fast", value, shown, wanted);
        assertRefused("rope.scaling.yarn_beta_slow", value, shown, wanted);
    }

    @Test
    void shouldRefuseFrequenciesThatGrow() {
        assertRefused("rope.freq_base", 1f, "1.0", "a finite number above 1");
    }

    @Test
    void shouldRefuseWhatItWouldComputeDifferently() {
        assertRefused("expert_count", 8, "8", "0: nothing else is computed yet");
        assertRefused("attention.causal", false, "false", "true: nothing else is computed yet");
        TinyModel yarn = TinyModel.of("llama").set("rope.scaling.type", "yarn");
        assertRefused(
                yarn.set("rope.scaling.yarn_log_multiplier", 0.1f),
                "llama.rope.scaling.yarn_log_multiplier",
                Double.toString(0.1f),
                "0: nothing else is computed yet");
    }

    @Test
    void shouldRefuseYarnThatShrinks() {
        assertRefused(
                TinyModel.of("qwen3")
                        .set("rope.scaling.type", "yarn")
                        .set("rope.scaling.factor", 0.5f),
                "qwen3.rope.scaling.factor",
                "0.5",
                "1 or more for yarn");
    }

    @Test
    void shouldRefuseHeadsThatDoNotDivideTheWidth() {
        assertRefused(
                TinyModel.of("llama").heads(3, 3, 16, 16).without("attention.key_length"),
                "llama.attention.head_count",
                "3",
                "a divisor of embedding_length 32, or the key attention.key_length");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "block_count",
                "embedding_length",
                "feed_forward_length",
                "attention.head_count",
                "context_length",
                "attention.layer_norm_rms_epsilon"
            })
    void shouldNameMissingKeys(String key) {
        assertThatExceptionOfType(GgufException.class)
                .isThrownBy(() -> read(TinyModel.of("qwen2").without(key)))
                .withMessageStartingWith("%s, key qwen2.%s: missing, want ", file(), key);
    }

    @Test
    void shouldRefuseValuesOfAnotherType() {
        assertThatExceptionOfType(GgufException.class)
                .isThrownBy(() -> read(TinyModel.of("llama").set("context_length", "long")))
                .withMessageStartingWith("%s, key llama.context_length: found ", file())
                .withMessageEndingWith("want an integer");
    }

    @Test
    void shouldNeedAnEmbedding() {
        assertThatExceptionOfType(GgufException.class)
                .isThrownBy(() -> read(TinyModel.of("llama").without("token_embd.weight")))
                .withMessageStartingWith("%s, tensor token_embd.weight: missing, want", file());
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> read(TinyModel.of("llama").with("token_embd.weight", 32)))
                .withMessageContaining(
                        "tensor token_embd.weight is [32], want [embedding size, vocabulary]");
    }

    @Test
    void shouldTakeAFactorWithoutTypeAsLinear() {
        RopeScaling scaling =
                read(TinyModel.of("llama").set("rope.scale_linear", 4f)).ropeScaling();
        assertThat(scaling.kind()).isEqualTo(RopeScaling.Kind.LINEAR);
        assertThat(scaling.factor()).isEqualTo(4);
    }

    @Test
    void shouldNotScaleWhenTheFileSaysNone() {
        RopeScaling scaling =
                read(TinyModel.of("llama")
                                .set("rope.scaling.type", "none")
                                .set("rope.scaling.factor", 4f))
                        .ropeScaling();
        assertThat(scaling.kind()).isEqualTo(RopeScaling.Kind.NONE);
        assertThat(scaling.factor()).isEqualTo(1);
    }

    @Test
    void shouldReadWhatIsAbsentAsThePapersHaveIt() {
        ModelConfig config =
                read(
                        TinyModel.of("llama")
                                .heads(4, 4, 8, 8)
                                .without("attention.head_count_kv")
                                .without("attention.key_length")
                                .without("attention.value_length")
                                .without("rope.freq_base"));
        assertThat(config.kvHeadCount()).isEqualTo(4);
        assertThat(config.keySize()).isEqualTo(8);
        assertThat(config.valueSize()).isEqualTo(8);
        assertThat(config.ropeTheta()).isEqualTo(10_000);
        assertThat(config.ropeScaling().contextOriginal()).isEqualTo(512);
    }
}
