package org.boltmesh.shards.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Bounds bytes per token on a vocabulary of 150,000, and prints the time. */
class SamplerAllocationTest {
    private static final int VOCABULARY = 150_000;
    private static final int CALLS = 30;
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void shouldNotAllocatePerToken() {
        SplittableRandom random = new SplittableRandom(1);
        float[] logits = new float[VOCABULARY];
        for (int id = 0; id < VOCABULARY; id++) {
            logits[id] = (float) (3 * random.nextGaussian());
        }
        TokenHistory history = new TokenHistory(new int[1_000], 500);
        for (SamplingOptions.Builder builder :
                List.of(
                        SamplingOptions.builder().temperature(0),
                        SamplingOptions.builder(),
                        SamplingOptions.builder().topK(40).topP(0.95).minP(0.05),
                        SamplingOptions.builder().topP(0.95),
                        SamplingOptions.builder().minP(0.1).repetitionPenalty(1.1),
                        SamplingOptions.builder().presencePenalty(0.5))) {
            check(builder.build(), logits, history);
        }
    }

    private static void check(SamplingOptions options, float[] logits, TokenHistory history) {
        Sampler sampler = new Sampler(VOCABULARY);
        for (int i = 0; i < 20; i++) {
            sampler.sample(options, logits, history, i);
        }
        long bytesBefore = THREAD.getCurrentThreadAllocatedBytes();
        long startNs = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            sampler.sample(options, logits, history, i);
        }
        long perCallNs = (System.nanoTime() - startNs) / CALLS;
        long perCallBytes = (THREAD.getCurrentThreadAllocatedBytes() - bytesBefore) / CALLS;
        System.out.printf(
                "%6d us, %d bytes per token: %s%n", perCallNs / 1_000, perCallBytes, options);
        assertThat(perCallBytes).isLessThan(256);
    }
}
