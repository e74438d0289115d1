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
    private final int vocabularySize;
    private final LogitAdjuster adjuster;
    private final TokenRanking ranking = new TokenRanking();
    private final Nucleus nucleus;
    private final float[] adjusted;
    private final int[] keptIds;
    private final double[] keptSums;

    /** A sampler for logits of {@code vocabularySize} tokens. */
    public Sampler(int vocabularySize) {
        this.vocabularySize = vocabularySize;
        adjuster = new LogitAdjuster(vocabularySize);
        nucleus = new Nucleus(vocabularySize);
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
        if (options.temperature() == 0 && !LogitAdjuster.adjusts(options)) {
            return best(logits);
        }
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
        int last = -1;
        if (options.topK() > 0 && options.topK() < vocabularySize) {
            ranking.rank(adjusted, options.topK());
            last = ranking.id(ranking.count() - 1);
        }
        return options.topP() == 1 ? last : nucleus.last(options.topP(), adjusted, max, last);
    }

    private static double floor(double minP, float max) {
        // Above negative infinity, which is never kept.
        return minP == 0 ? -Double.MAX_VALUE : max + StrictMath.log(minP);
    }

    /** Collects the kept tokens in order of id, with the running sums of their weights. */
    private int keep(int last, double floor, float max, double temperature) {
        int count = 0;
        double sum = 0;
        for (int id = 0; id < vocabularySize; id++) {
            float logit = adjusted[id];
            if (logit >= floor && (last < 0 || !TokenRanking.isWorse(adjusted, id, last))) {
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
        double total = 0;
        for (float logit : logits) {
            total += StrictMath.exp((double) logit - max);
        }
        return max + StrictMath.log(total);
    }
}
