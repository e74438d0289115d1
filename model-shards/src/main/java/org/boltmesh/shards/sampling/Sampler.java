package org.boltmesh.shards.sampling;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses tokens from logits, for any number of sequences and options in turn. Not thread-safe: the
 * thread that holds the logits owns it. Allocates nothing per token but for logit biases and
 * logprobs.
 *
 * <p>The order of the steps is that of llama.cpp's default chain: logit bias, penalties
 * (repetition, then frequency and presence), top-k, top-p, min-p, temperature, draw. So top-p and
 * min-p look at probabilities before the temperature, and top-p at those among the top k. The
 * repetition penalty looks back over prompt and answer, as in llama.cpp; frequency and presence
 * count the answer's tokens only, as in OpenAI's API. With temperature 0 the likeliest token after
 * bias and penalties is taken, the lowest id among equals.
 *
 * <p>Arithmetic is the strict, exactly specified one, so that a draw gives the same token from the
 * same logits on every machine.
 */
public final class Sampler {
    /** Ranked at first when only top-p asks for an order; it mostly ends within these. */
    private static final int RANKED_FIRST = 256;

    private static final int RANKED_GROWTH = 8;

    private final int vocabularySize;
    private final LogitAdjuster adjuster;
    private final TokenRanking ranking = new TokenRanking();
    private final float[] adjusted;
    private final int[] keptIds;
    private final double[] keptSums;

    /** A sampler for logits of {@code vocabularySize} tokens. */
    public Sampler(int vocabularySize) {
        this.vocabularySize = vocabularySize;
        adjuster = new LogitAdjuster(vocabularySize);
        adjusted = new float[vocabularySize];
        keptIds = new int[vocabularySize];
        keptSums = new double[vocabularySize];
    }

    /**
     * Chooses the token that follows {@code history}. Its position, {@code history.size()}, goes
     * into the draw.
     *
     * @param logits [vocabulary]; left as they are
     * @param choice index of the answer among those that one request asked for
     * @throws LogitsException when logits are NaN or infinite, or no token is left
     * @throws SamplingOptionException when a bias is for a token outside the vocabulary
     */
    public int sample(SamplingOptions options, float[] logits, TokenHistory history, int choice) {
        checkLogits(logits, history.size());
        System.arraycopy(logits, 0, adjusted, 0, vocabularySize);
        adjuster.adjust(options, adjusted, history);
        int best = best(adjusted);
        if (!Float.isFinite(adjusted[best])) {
            throw new LogitsException(
                    history.size(),
                    "the best is %s after bias and penalties, want a finite one"
                            .formatted(adjusted[best]));
        }
        if (options.temperature() == 0) {
            return best;
        }
        int last = lastRanked(options, adjusted[best]);
        double floor = floor(options.minP(), adjusted[best]);
        int count = keep(last, floor, adjusted[best], options.temperature());
        return pick(count, TokenDraw.draw(options.seed(), choice, history.size()));
    }

    private void checkLogits(float[] logits, int position) {
        if (logits.length != vocabularySize) {
            throw new IllegalArgumentException(
                    "%d logits at position %d, want %d"
                            .formatted(logits.length, position, vocabularySize));
        }
        boolean isAnyFinite = false;
        for (int id = 0; id < vocabularySize; id++) {
            float logit = logits[id];
            if (!(logit < Float.POSITIVE_INFINITY)) {
                throw new LogitsException(
                        position, "token %d has %s, want a number".formatted(id, logit));
            }
            isAnyFinite |= logit != Float.NEGATIVE_INFINITY;
        }
        if (!isAnyFinite) {
            throw new LogitsException(position, "all are -Infinity, want a finite one");
        }
    }

    private static int best(float[] logits) {
        int best = 0;
        for (int id = 1; id < logits.length; id++) {
            if (logits[id] > logits[best]) {
                best = id;
            }
        }
        return best;
    }

    /** The last token in ranking order that top-k and top-p keep; -1 when they keep all. */
    private int lastRanked(SamplingOptions options, float max) {
        boolean isTopK = options.topK() > 0 && options.topK() < vocabularySize;
        if (isTopK) {
            ranking.rank(adjusted, options.topK());
            double total = options.topP() < 1 ? rankedWeight(max) : 0;
            return ranking.id(nucleusEnd(options.topP(), total, max));
        }
        if (options.topP() == 1) {
            return -1;
        }
        return lastOfNucleus(options.topP(), max);
    }

    private int lastOfNucleus(double topP, float max) {
        double total = totalWeight(adjusted, max);
        int ranked = RANKED_FIRST;
        while (true) {
            ranking.rank(adjusted, ranked);
            int end = nucleusEnd(topP, total, max);
            if (end < ranking.count() - 1 || ranking.count() < ranked) {
                return ranking.id(end);
            }
            ranked *= RANKED_GROWTH;
        }
    }

    /** The rank at which the ranked tokens reach {@code topP} of the total, or the last rank. */
    private int nucleusEnd(double topP, double total, float max) {
        int last = ranking.count() - 1;
        if (topP == 1) {
            return last;
        }
        double sum = 0;
        for (int rank = 0; rank < last; rank++) {
            sum += weight(adjusted[ranking.id(rank)], max);
            if (sum >= topP * total) {
                return rank;
            }
        }
        return last;
    }

    private double rankedWeight(float max) {
        double total = 0;
        for (int rank = 0; rank < ranking.count(); rank++) {
            total += weight(adjusted[ranking.id(rank)], max);
        }
        return total;
    }

    private static double totalWeight(float[] logits, float max) {
        double total = 0;
        for (float logit : logits) {
            total += weight(logit, max);
        }
        return total;
    }

    private static double weight(float logit, float max) {
        return StrictMath.exp((double) logit - max);
    }

    private static double floor(double minP, float max) {
        // Above negative infinity, which is never kept.
        return minP == 0 ? -Double.MAX_VALUE : max + StrictMath.log(minP);
    }

    /** Collects the kept tokens in order of id, with the running sums of their weights. */
    private int keep(int last, double floor, float max, double temperature) {
        double cut = last < 0 ? floor : Math.max(floor, adjusted[last]);
        // Tokens that tie with the last ranked one are kept up to its id.
        int tieEnd = last < 0 || adjusted[last] < cut ? vocabularySize - 1 : last;
        int count = 0;
        double sum = 0;
        for (int id = 0; id < vocabularySize; id++) {
            float logit = adjusted[id];
            if (logit > cut || (logit == cut && id <= tieEnd)) {
                sum += StrictMath.exp(((double) logit - max) / temperature);
                keptIds[count] = id;
                keptSums[count++] = sum;
            }
        }
        return count;
    }

    private int pick(int count, double draw) {
        double total = keptSums[count - 1];
        // The product may round up to the total, which no sum exceeds.
        double target = Math.min(draw * total, Math.nextDown(total));
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (keptSums[middle] > target) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return keptIds[low];
    }

    /**
     * The likeliest tokens with the natural logarithms of their probabilities, best first, in the
     * model's own distribution: before bias, penalties, filters and temperature.
     *
     * @param count at most as many
     */
    public List<TokenLogprob> topLogprobs(float[] logits, int count) {
        double logTotal = logTotal(logits);
        ranking.rank(logits, count);
        return IntStream.of(ranking.toArray())
                .mapToObj(id -> new TokenLogprob(id, Math.min(0, logits[id] - logTotal)))
                .toList();
    }

    /** A token's logarithm of probability, in the same distribution as {@link #topLogprobs}. */
    public TokenLogprob logprob(float[] logits, int token) {
        return new TokenLogprob(token, Math.min(0, logits[token] - logTotal(logits)));
    }

    private static double logTotal(float[] logits) {
        float max = logits[best(logits)];
        return max + StrictMath.log(totalWeight(logits, max));
    }
}
