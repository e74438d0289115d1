package org.boltmesh.shards.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplerTest {
    private static final TokenHistory EMPTY = new TokenHistory(new int[0], 0);
    private static final float INFINITY = Float.POSITIVE_INFINITY;

    private static int sample(
            SamplingOptions.Builder options, TokenHistory history, float... logits) {
        return new Sampler(logits.length).sample(options.build(), logits, history, 0);
    }

    private static SamplingOptions.Builder greedy() {
        return SamplingOptions.builder().temperature(0);
    }

    /** All tokens that 2,000 draws choose. */
    private static Set<Integer> drawn(SamplingOptions.Builder options, float... logits) {
        Sampler sampler = new Sampler(logits.length);
        Set<Integer> drawn = new TreeSet<>();
        for (int seed = 0; seed < 2_000; seed++) {
            drawn.add(sampler.sample(options.seed(seed).build(), logits, EMPTY, 0));
        }
        return drawn;
    }

    @Test
    void shouldTakeLowestOfLikeliestWhenGreedy() {
        assertThat(sample(greedy(), EMPTY, 1, 3, 2, 3)).isEqualTo(1);
        assertThat(sample(greedy(), EMPTY, -0f, 0f)).isZero();
    }

    @Test
    void shouldKeepTopK() {
        assertThat(drawn(SamplingOptions.builder().topK(2), 1, 0, 1, 1)).containsExactly(0, 2);
        assertThat(drawn(SamplingOptions.builder().topK(1), 0, 1, 1)).containsExactly(1);
    }

    @Test
    void shouldKeepTopP() {
        // Probabilities 1/2, 1/4, 1/8, 1/8.
        float[] logits = logs(4, 2, 1, 1);
        assertThat(drawn(SamplingOptions.builder().topP(0.49), logits)).containsExactly(0);
        assertThat(drawn(SamplingOptions.builder().topP(0.51), logits)).containsExactly(0, 1);
        assertThat(drawn(SamplingOptions.builder().topP(0.8), logits)).containsExactly(0, 1, 2);
        assertThat(drawn(SamplingOptions.builder().topP(0.9), logits)).hasSize(4);
        assertThat(drawn(SamplingOptions.builder().topP(1e-9), logits)).containsExactly(0);
        // Among the first two, the first has 2/3.
        assertThat(drawn(SamplingOptions.builder().topK(2).topP(0.6), logits)).containsExactly(0);
    }

    @Test
    void shouldKeepTopPOfFlatVocabulary() {
        float[] logits = new float[5_000];
        assertThat(drawn(SamplingOptions.builder().topP(0.09999), logits))
                .allMatch(id -> id < 500)
                .hasSizeGreaterThan(450);
    }

    @Test
    void shouldKeepMinP() {
        float[] logits = logs(4, 2, 1, 1);
        assertThat(drawn(SamplingOptions.builder().minP(0.4), logits)).containsExactly(0, 1);
        assertThat(drawn(SamplingOptions.builder().minP(1), logits)).containsExactly(0);
        // The filters look at probabilities before the temperature.
        assertThat(drawn(SamplingOptions.builder().minP(0.4).temperature(100), logits))
                .containsExactly(0, 1);
    }

    @Test
    void shouldPenalizeRepetitionInPromptAndAnswer() {
        SamplingOptions.Builder options = greedy().repetitionPenalty(2);
        TokenHistory history = new TokenHistory(new int[] {0}, 1);
        assertThat(sample(options, history, 3, 2, 1)).isEqualTo(1);
        assertThat(sample(options, history, -1, -1.5f, -3)).isEqualTo(1);
        TokenHistory longAgo = new TokenHistory(new int[] {0, 2, 2}, 1);
        assertThat(sample(options.penaltyWindow(2), longAgo, 3, 2, 1)).isZero();
        assertThat(sample(options.penaltyWindow(0), history, 3, 2, 1)).isZero();
    }

    @Test
    void shouldPenalizeFrequencyAndPresenceInAnswerOnly() {
        TokenHistory prompt = new TokenHistory(new int[] {0, 0, 0}, 3);
        TokenHistory answer = new TokenHistory(new int[] {1, 0, 0}, 1);
        SamplingOptions.Builder frequency = greedy().frequencyPenalty(0.6);
        assertThat(sample(frequency, prompt, 3, 2)).isZero();
        assertThat(sample(frequency, answer, 3, 2)).isEqualTo(1);
        assertThat(sample(frequency, answer, 3.3f, 2)).isZero();
        SamplingOptions.Builder presence = greedy().presencePenalty(1.1);
        assertThat(sample(presence, prompt, 3, 2)).isZero();
        assertThat(sample(presence, answer, 3, 2)).isEqualTo(1);
        assertThat(sample(presence, answer, 3.2f, 2)).isZero();
    }

    @Test
    void shouldAddBias() {
        assertThat(sample(greedy().logitBias(Map.of(2, 5f)), EMPTY, 3, 2, 1)).isEqualTo(2);
        assertThat(sample(greedy().logitBias(Map.of(0, -INFINITY)), EMPTY, 3, 2)).isEqualTo(1);
        SamplingOptions.Builder foreign = greedy().logitBias(Map.of(3, 1f));
        assertThatExceptionOfType(SamplingOptionException.class)
                .isThrownBy(() -> sample(foreign, EMPTY, 3, 2, 1))
                .withMessage("logit_bias for token 3, want token ids of 0 to 2");
    }

    @Test
    void shouldSharpenToLikeliestAtTinyTemperature() {
        assertThat(drawn(SamplingOptions.builder().temperature(Double.MIN_VALUE), 1, 1.001f, 0))
                .containsExactly(1);
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, INFINITY})
    void shouldRefuseLogitThatIsNoNumber(float bad) {
        TokenHistory history = new TokenHistory(new int[7], 7);
        for (SamplingOptions.Builder options : List.of(greedy(), SamplingOptions.builder())) {
            assertThatExceptionOfType(LogitsException.class)
                    .isThrownBy(() -> sample(options, history, 1, bad, 2))
                    .withMessage("logits at position 7: token 1 has " + bad + ", want a number");
        }
    }

    @Test
    void shouldRefuseLogitsThatLeaveNoToken() {
        assertThatExceptionOfType(LogitsException.class)
                .isThrownBy(() -> sample(greedy(), EMPTY, -INFINITY, -INFINITY))
                .withMessageContainingAll("position 0", "all are -Infinity");
        SamplingOptions.Builder ban =
                SamplingOptions.builder().logitBias(Map.of(0, -INFINITY, 1, -INFINITY));
        assertThatExceptionOfType(LogitsException.class)
                .isThrownBy(() -> sample(ban, EMPTY, 1, 2))
                .withMessageContaining("-Infinity after bias and penalties");
        TokenHistory history = new TokenHistory(new int[] {0}, 1);
        assertThatExceptionOfType(LogitsException.class)
                .isThrownBy(() -> sample(greedy().repetitionPenalty(0.01), history, 3e38f, 0))
                .withMessageContaining("Infinity after bias and penalties");
    }

    @Test
    void shouldRefuseForeignLogitsAndTokens() {
        Sampler sampler = new Sampler(2);
        assertThatThrownBy(() -> sampler.sample(SamplingOptions.greedy(), new float[3], EMPTY, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("3 logits at position 0, want 2");
        SamplingOptions penalty = greedy().repetitionPenalty(2).build();
        TokenHistory foreign = new TokenHistory(new int[] {0, 2}, 0);
        assertThatThrownBy(() -> sampler.sample(penalty, new float[] {3, 2}, foreign, 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(sampler.sample(penalty, new float[] {3, 2}, EMPTY, 0)).isZero();
    }

    @Test
    void shouldDrawByProbability() {
        double[] probabilities = {0.5, 0.2, 0.2, 0.09, 0.01};
        float[] logits = logs(0.5, 0.2, 0.2, 0.09, 0.01);
        Sampler sampler = new Sampler(5);
        SamplingOptions options = SamplingOptions.builder().seed(42).build();
        TokenHistory history = new TokenHistory(new int[0], 0);
        int draws = 100_000;
        int[] counts = new int[5];
        for (int i = 0; i < draws; i++) {
            counts[sampler.sample(options, logits, history, 0)]++;
            history.add(0);
        }
        double chiSquare = 0;
        for (int id = 0; id < 5; id++) {
            double expected = draws * probabilities[id];
            chiSquare += (counts[id] - expected) * (counts[id] - expected) / expected;
        }
        // 4 degrees of freedom: exceeded once in 1,000 seeds.
        assertThat(chiSquare).isLessThan(18.5);
    }

    @Test
    void shouldReplayFromAnyPoint() {
        SamplingOptions options =
                SamplingOptions.builder().seed(7).frequencyPenalty(0.3).topP(0.9).build();
        float[] logits = logs(5, 4, 3, 2, 1, 1, 1);
        TokenHistory whole = new TokenHistory(new int[] {3, 1}, 2);
        Sampler sampler = new Sampler(7);
        for (int i = 0; i < 50; i++) {
            whole.add(sampler.sample(options, logits, whole, 1));
        }
        for (int size = 2; size < whole.size(); size++) {
            int[] tokens = new int[size];
            Arrays.setAll(tokens, whole::token);
            TokenHistory replayed = new TokenHistory(tokens, 2);
            assertThat(new Sampler(7).sample(options, logits, replayed, 1))
                    .isEqualTo(whole.token(size));
        }
    }

    @Test
    void shouldReportLogprobsOfTheModelsDistribution() {
        float[] logits = logs(1, 4, 2, 1);
        Sampler sampler = new Sampler(4);
        List<TokenLogprob> top = sampler.topLogprobs(logits, 3);
        assertThat(top).extracting(TokenLogprob::token).containsExactly(1, 2, 0);
        assertThat(top.getFirst().logprob()).isCloseTo(Math.log(0.5), within(1e-7));
        assertThat(sampler.logprob(logits, 3).logprob()).isCloseTo(Math.log(0.125), within(1e-7));
        assertThat(sampler.topLogprobs(logits, 0)).isEmpty();
        assertThat(sampler.topLogprobs(logits, 20)).hasSize(4);
        assertThat(sampler.logprob(new float[] {1e30f, 0, 0, 0}, 0).logprob()).isZero();
    }

    private static float[] logs(double... weights) {
        float[] logits = new float[weights.length];
        for (int id = 0; id < weights.length; id++) {
            logits[id] = (float) Math.log(weights[id]);
        }
        return logits;
    }
}
