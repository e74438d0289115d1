package org.boltmesh.shards.sampling;

import java.util.Map;
import java.util.Objects;

/** Adds biases to logits and applies penalties. Not thread-safe. */
final class LogitAdjuster {
    // Zero between calls.
    private final int[] counts;

    LogitAdjuster(int vocabularySize) {
        counts = new int[vocabularySize];
    }

    /** Whether anything is changed by these options. */
    static boolean adjusts(SamplingOptions options) {
        return !options.logitBias().isEmpty()
                || options.repetitionPenalty() != 1
                || options.frequencyPenalty() != 0
                || options.presencePenalty() != 0;
    }

    /** Changes {@code logits} in place: bias, repetition, then frequency and presence. */
    void adjust(SamplingOptions options, float[] logits, TokenHistory history) {
        if (!options.logitBias().isEmpty()) {
            addBias(options.logitBias(), logits);
        }
        if (options.repetitionPenalty() != 1) {
            penalizeRepetition(options, logits, history);
        }
        if (options.frequencyPenalty() != 0 || options.presencePenalty() != 0) {
            penalizeFrequency(options, logits, history);
        }
    }

    private static void addBias(Map<Integer, Float> logitBias, float[] logits) {
        for (Map.Entry<Integer, Float> entry : logitBias.entrySet()) {
            int token = entry.getKey();
            if (token >= logits.length) {
                throw new SamplingOptionException(
                        "logit_bias",
                        "for token " + token,
                        "token ids of 0 to " + (logits.length - 1));
            }
            logits[token] += entry.getValue();
        }
    }

    private void penalizeRepetition(SamplingOptions options, float[] logits, TokenHistory history) {
        int from = Math.max(0, history.size() - options.penaltyWindow());
        count(history, from);
        for (int i = from; i < history.size(); i++) {
            int token = history.token(i);
            if (takeCount(token) > 0) {
                double penalty = options.repetitionPenalty();
                float logit = logits[token];
                logits[token] = (float) (logit > 0 ? logit / penalty : logit * penalty);
            }
        }
    }

    private void penalizeFrequency(SamplingOptions options, float[] logits, TokenHistory history) {
        count(history, history.promptSize());
        for (int i = history.promptSize(); i < history.size(); i++) {
            int token = history.token(i);
            int count = takeCount(token);
            if (count > 0) {
                double penalty = count * options.frequencyPenalty() + options.presencePenalty();
                logits[token] = (float) (logits[token] - penalty);
            }
        }
    }

    private void count(TokenHistory history, int from) {
        // First, so that a foreign token leaves no count behind.
        for (int i = from; i < history.size(); i++) {
            Objects.checkIndex(history.token(i), counts.length);
        }
        for (int i = from; i < history.size(); i++) {
            counts[history.token(i)]++;
        }
    }

    private int takeCount(int token) {
        int count = counts[token];
        counts[token] = 0;
        return count;
    }
}
