package org.boltmesh.shards.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random logits, histories and options: the sampler chooses what the reference chooses. */
class SamplerReferenceTest {
    private static final int TRIALS = 5_000;
    private static final long SEED = Long.getLong("boltmesh.test.seed", 20_261_130L);

    @Test
    void shouldChooseWhatReferenceChooses() {
        System.out.println("SamplerReferenceTest: seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int vocabulary : new int[] {1, 2, 7, 100, 1_000}) {
            Sampler sampler = new Sampler(vocabulary);
            int trials = vocabulary == 1_000 ? TRIALS / 10 : TRIALS;
            for (int trial = 0; trial < trials; trial++) {
                compare(sampler, vocabulary, random);
            }
        }
    }

    private static void compare(Sampler sampler, int vocabulary, SplittableRandom random) {
        SamplingOptions options = options(vocabulary, random);
        float[] logits = logits(vocabulary, random);
        float[] before = logits.clone();
        int[] tokens = random.ints(random.nextInt(20), 0, vocabulary).toArray();
        int promptSize = random.nextInt(tokens.length + 1);
        int chosen = sampler.sample(options, logits, new TokenHistory(tokens, promptSize), 0);
        assertThat(chosen)
                .as("%s after %d tokens, prompt %d", options, tokens.length, promptSize)
                .isEqualTo(ReferenceSampler.sample(options, logits, tokens, promptSize));
        assertThat(logits).isEqualTo(before);
    }

    private static float[] logits(int vocabulary, SplittableRandom random) {
        // Few distinct values make ties, wide ones leave the likeliest nearly alone.
        double scale = random.nextBoolean() ? 2 : 20;
        double step = random.nextBoolean() ? 0.5 : 0;
        float[] logits = new float[vocabulary];
        for (int id = 0; id < vocabulary; id++) {
            double logit = scale * random.nextGaussian();
            logits[id] = (float) (step == 0 ? logit : step * Math.rint(logit / step));
            if (id > 0 && random.nextInt(20) == 0) {
                logits[id] = Float.NEGATIVE_INFINITY;
            }
        }
        return logits;
    }

    private static SamplingOptions options(int vocabulary, SplittableRandom random) {
        SamplingOptions.Builder builder =
                SamplingOptions.builder()
                        .seed(random.nextLong())
                        .temperature(random.nextInt(8) == 0 ? 0 : 0.1 + 2 * random.nextDouble());
        if (random.nextBoolean()) {
            builder.topK(random.nextInt(2 * vocabulary));
        }
        if (random.nextBoolean()) {
            builder.topP(1 - random.nextDouble());
        }
        if (random.nextBoolean()) {
            builder.minP(random.nextDouble() * random.nextDouble());
        }
        if (random.nextBoolean()) {
            builder.repetitionPenalty(0.5 + random.nextDouble()).penaltyWindow(random.nextInt(30));
        }
        if (random.nextBoolean()) {
            builder.frequencyPenalty(2 - 4 * random.nextDouble())
                    .presencePenalty(2 - 4 * random.nextDouble());
        }
        return builder.logitBias(bias(vocabulary, random)).build();
    }

    private static Map<Integer, Float> bias(int vocabulary, SplittableRandom random) {
        Map<Integer, Float> bias = new HashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            // Token 0 is never banned, so that one is left.
            int token = random.nextInt(vocabulary);
            boolean isBan = token > 0 && random.nextInt(4) == 0;
            bias.put(token, isBan ? Float.NEGATIVE_INFINITY : (float) random.nextDouble(-100, 100));
        }
        return bias;
    }
}
