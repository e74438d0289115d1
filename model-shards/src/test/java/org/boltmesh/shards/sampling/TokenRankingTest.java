package org.boltmesh.shards.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenRankingTest {
    @Test
    void shouldRankAsSortingDoes() {
        long seed = Long.getLong("boltmesh.test.seed", 20_261_130L);
        System.out.println("TokenRankingTest: seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        TokenRanking ranking = new TokenRanking();
        for (int trial = 0; trial < 5_000; trial++) {
            float[] logits = new float[1 + random.nextInt(300)];
            for (int id = 0; id < logits.length; id++) {
                logits[id] = random.nextInt(9) == 0 ? Float.NEGATIVE_INFINITY : random.nextInt(40);
            }
            int countMax = random.nextInt(320);
            ranking.rank(logits, countMax);
            int[] sorted =
                    IntStream.range(0, logits.length)
                            .filter(id -> logits[id] != Float.NEGATIVE_INFINITY)
                            .boxed()
                            .sorted(
                                    Comparator.comparingDouble((Integer id) -> -logits[id])
                                            .thenComparing(Comparator.naturalOrder()))
                            .limit(countMax)
                            .mapToInt(Integer::intValue)
                            .toArray();
            assertThat(ranking.toArray()).isEqualTo(sorted);
        }
    }
}
