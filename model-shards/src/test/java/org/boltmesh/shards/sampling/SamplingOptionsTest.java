package org.boltmesh.shards.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SamplingOptionsTest {
    private static void assertRefused(
            SamplingOptions.Builder builder, String field, String message) {
        assertThatExceptionOfType(SamplingOptionException.class)
                .isThrownBy(builder::build)
                .withMessage(message)
                .satisfies(e -> assertThat(e.field()).isEqualTo(field));
    }

    private static SamplingOptions.Builder options() {
        return SamplingOptions.builder();
    }

    @Test
    void shouldBeNeutralAtFirst() {
        assertThat(options().build())
                .isEqualTo(new SamplingOptions(1, 0, 1, 0, 1, 0, 0, 64, Map.of(), 0, 0));
        assertThat(SamplingOptions.greedy().temperature()).isZero();
    }

    @Test
    void shouldNameTemperatureOutOfRange() {
        assertRefused(options().temperature(-1), "temperature", "temperature -1, want 0 to 100");
        assertRefused(
                options().temperature(Double.NaN), "temperature", "temperature NaN, want 0 to 100");
        assertRefused(
                options().temperature(Double.POSITIVE_INFINITY),
                "temperature",
                "temperature Infinity, want 0 to 100");
    }

    @Test
    void shouldNameFilterOutOfRange() {
        assertRefused(options().topK(-1), "top_k", "top_k -1, want 0 or more");
        assertRefused(options().topP(0), "top_p", "top_p 0, want more than 0 and at most 1");
        assertRefused(options().topP(1.5), "top_p", "top_p 1.5, want more than 0 and at most 1");
        assertRefused(
                options().topP(Double.NaN), "top_p", "top_p NaN, want more than 0 and at most 1");
        assertRefused(options().minP(-0.1), "min_p", "min_p -0.1, want 0 to 1");
        assertRefused(options().logprobs(21), "top_logprobs", "top_logprobs 21, want 0 to 20");
        assertRefused(options().logprobs(-1), "top_logprobs", "top_logprobs -1, want 0 to 20");
    }

    @Test
    void shouldNamePenaltyOutOfRange() {
        assertRefused(
                options().repetitionPenalty(0),
                "repetition_penalty",
                "repetition_penalty 0, want more than 0 and at most 100");
        assertRefused(
                options().frequencyPenalty(2.1),
                "frequency_penalty",
                "frequency_penalty 2.1, want -2 to 2");
        assertRefused(
                options().presencePenalty(Double.NaN),
                "presence_penalty",
                "presence_penalty NaN, want -2 to 2");
        assertRefused(
                options().penaltyWindow(-1), "penalty_window", "penalty_window -1, want 0 or more");
    }

    @Test
    void shouldNameBiasOutOfRange() {
        String wanted = ", want a token id and a bias of -100 to 100, or -Infinity";
        assertRefused(
                options().logitBias(Map.of(5, 101f)), "logit_bias", "logit_bias 5: 101" + wanted);
        assertRefused(
                options().logitBias(Map.of(5, Float.NaN)),
                "logit_bias",
                "logit_bias 5: NaN" + wanted);
        assertRefused(
                options().logitBias(Map.of(-5, 1f)), "logit_bias", "logit_bias -5: 1" + wanted);
        assertThat(options().logitBias(Map.of(5, Float.NEGATIVE_INFINITY)).build().logitBias())
                .hasSize(1);
    }

    @Test
    void shouldNotChangeWithTheBiasItWasGiven() {
        Map<Integer, Float> bias = new HashMap<>(Map.of(1, 1f));
        SamplingOptions options = options().logitBias(bias).build();
        bias.put(2, 2f);
        assertThat(options.logitBias()).isEqualTo(Map.of(1, 1f));
    }
}
