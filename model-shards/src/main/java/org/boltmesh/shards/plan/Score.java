package org.boltmesh.shards.plan;

import java.util.Comparator;

/**
 * How good a split is: bytes that are missing count first, then nodes in use, then how far the
 * shares of layers are from those of memory. Scores of parts add up.
 *
 * @param missingBytes over all nodes
 * @param used nodes with layers
 * @param deviation sum of squares, in millionths of the model
 */
record Score(long missingBytes, int used, long deviation) implements Comparable<Score> {
    static final Score NOTHING = new Score(0, 0, 0);
    static final Score IMPOSSIBLE = new Score(Long.MAX_VALUE, 0, 0);

    private static final Comparator<Score> BEST_FIRST =
            Comparator.comparingLong(Score::missingBytes)
                    .thenComparing(Comparator.comparingInt(Score::used).reversed())
                    .thenComparingLong(Score::deviation);

    Score plus(Score other) {
        long sum = missingBytes + other.missingBytes;
        return new Score(
                sum < 0 ? Long.MAX_VALUE : sum, used + other.used, deviation + other.deviation);
    }

    boolean betterThan(Score other) {
        return compareTo(other) < 0;
    }

    /** Whether another order of nodes is worth it. */
    boolean clearlyBetterThan(Score other) {
        return missingBytes < other.missingBytes
                || (missingBytes == other.missingBytes && used > other.used);
    }

    @Override
    public int compareTo(Score other) {
        return BEST_FIRST.compare(this, other);
    }
}
