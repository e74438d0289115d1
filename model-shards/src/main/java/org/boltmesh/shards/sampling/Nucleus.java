package org.boltmesh.shards.sampling;

/**
 * Finds where top-p cuts, in time proportional to the vocabulary however flat the distribution: a
 * quickselect by weight instead of a sort. Not thread-safe.
 */
final class Nucleus {
    private final int[] ids;
    private final double[] weights;

    Nucleus(int vocabularySize) {
        ids = new int[vocabularySize];
        weights = new double[vocabularySize];
    }

    /**
     * The token at which the tokens from the likeliest on reach {@code topP} of the probability.
     *
     * @param lastRanked the last token that takes part, or -1 when all do
     */
    int last(double topP, float[] logits, float max, int lastRanked) {
        int count = 0;
        double total = 0;
        for (int id = 0; id < logits.length; id++) {
            if (lastRanked < 0 || !TokenRanking.isWorse(logits, id, lastRanked)) {
                ids[count++] = id;
                weights[id] = StrictMath.exp((double) logits[id] - max);
                total += weights[id];
            }
        }
        return select(topP * total, logits, count);
    }

    // The wanted token is in ids[low, high); all before are better and weigh less than the target.
    private int select(double target, float[] logits, int count) {
        int low = 0;
        int high = count;
        double weightBefore = 0;
        while (high - low > 1) {
            int pivot = partition(logits, low, high);
            double weightToPivot = weightBefore;
            for (int i = low; i < pivot; i++) {
                weightToPivot += weights[ids[i]];
            }
            if (weightToPivot >= target && pivot > low) {
                high = pivot;
            } else if (weightToPivot + weights[ids[pivot]] >= target || pivot == count - 1) {
                return ids[pivot];
            } else {
                weightBefore = weightToPivot + weights[ids[pivot]];
                low = pivot + 1;
            }
        }
        return ids[low];
    }

    /** Moves better tokens before, worse ones behind a pivot, and returns the pivot's index. */
    private int partition(float[] logits, int low, int high) {
        int last = high - 1;
        swap(median(logits, low, (low + high) >>> 1, last), last);
        int pivot = ids[last];
        int end = low;
        for (int i = low; i < last; i++) {
            if (TokenRanking.isWorse(logits, pivot, ids[i])) {
                swap(i, end++);
            }
        }
        swap(end, last);
        return end;
    }

    /** The index, of three, whose token is in the middle. */
    private int median(float[] logits, int a, int b, int c) {
        boolean isAWorse = TokenRanking.isWorse(logits, ids[a], ids[b]);
        int better = isAWorse ? b : a;
        int worse = isAWorse ? a : b;
        if (!TokenRanking.isWorse(logits, ids[c], ids[better])) {
            return better;
        }
        return TokenRanking.isWorse(logits, ids[c], ids[worse]) ? worse : c;
    }

    private void swap(int i, int j) {
        int id = ids[i];
        ids[i] = ids[j];
        ids[j] = id;
    }
}
