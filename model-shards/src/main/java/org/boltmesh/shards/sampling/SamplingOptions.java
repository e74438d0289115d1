package org.boltmesh.shards.sampling;

import java.util.Map;

/**
 * How tokens are chosen. The fields are named in errors as the HTTP API spells them. Immutable.
 *
 * @param temperature divides the logits; 0 is greedy
 * @param topK keeps the k likeliest tokens; 0 keeps all
 * @param topP keeps the fewest of the likeliest tokens whose probabilities add up to p; 1 keeps all
 * @param minP keeps tokens at least p times as likely as the likeliest; 0 keeps all
 * @param repetitionPenalty divides positive and multiplies negative logits of tokens among the last
 *     {@code penaltyWindow}; 1 is off
 * @param frequencyPenalty is subtracted once for every time that the answer has the token already
 * @param presencePenalty is subtracted when the answer has the token already
 * @param penaltyWindow tokens, of prompt and answer, that the repetition penalty looks back at
 * @param logitBias is added to logits, by token; negative infinity bans a token
 * @param seed of the random draws
 * @param logprobs likeliest tokens to report with each chosen one; 0 reports none
 */
public record SamplingOptions(
        double temperature,
        int topK,
        double topP,
        double minP,
        double repetitionPenalty,
        double frequencyPenalty,
        double presencePenalty,
        int penaltyWindow,
        Map<Integer, Float> logitBias,
        long seed,
        int logprobs) {

    /** Likeliest tokens that can be reported with each chosen one, as in OpenAI's API. */
    public static final int LOGPROBS_MAX = 20;

    /** Tokens that can have a bias; more than anyone needs, and few enough to send along. */
    public static final int LOGIT_BIAS_MAX = 1024;

    private static final double TEMPERATURE_MAX = 100;
    private static final double REPETITION_PENALTY_MAX = 100;
    private static final double PENALTY_MAX = 2;
    private static final float BIAS_MAX = 100;

    /**
     * Checks every field.
     *
     * @throws SamplingOptionException for the first that is out of range
     */
    public SamplingOptions {
        checkRange("temperature", temperature, 0, TEMPERATURE_MAX);
        checkNotNegative("top_k", topK);
        checkAboveZero("top_p", topP, 1);
        checkRange("min_p", minP, 0, 1);
        checkAboveZero("repetition_penalty", repetitionPenalty, REPETITION_PENALTY_MAX);
        checkRange("frequency_penalty", frequencyPenalty, -PENALTY_MAX, PENALTY_MAX);
        checkRange("presence_penalty", presencePenalty, -PENALTY_MAX, PENALTY_MAX);
        checkNotNegative("penalty_window", penaltyWindow);
        checkBias(logitBias);
        checkRange("top_logprobs", logprobs, 0, LOGPROBS_MAX);
        logitBias = Map.copyOf(logitBias);
    }

    // Comparisons are written so that NaN fails them.
    private static void checkRange(String field, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw new SamplingOptionException(
                    field, shown(value), shown(min) + " to " + shown(max));
        }
    }

    private static void checkAboveZero(String field, double value, double max) {
        if (!(value > 0 && value <= max)) {
            throw new SamplingOptionException(
                    field, shown(value), "more than 0 and at most " + shown(max));
        }
    }

    private static void checkNotNegative(String field, int value) {
        if (value < 0) {
            throw new SamplingOptionException(field, value, "0 or more");
        }
    }

    private static void checkBias(Map<Integer, Float> logitBias) {
        if (logitBias.size() > LOGIT_BIAS_MAX) {
            throw new SamplingOptionException(
                    "logit_bias",
                    "%d tokens".formatted(logitBias.size()),
                    "at most " + LOGIT_BIAS_MAX);
        }
        logitBias.forEach(
                (token, bias) -> {
                    boolean isBan = bias == Float.NEGATIVE_INFINITY;
                    if (token < 0 || !(isBan || Math.abs(bias) <= BIAS_MAX)) {
                        throw new SamplingOptionException(
                                "logit_bias",
                                "%d: %s".formatted(token, shown(bias)),
                                "a token id and a bias of -100 to 100, or -Infinity");
                    }
                });
    }

    private static String shown(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** Always the likeliest token, nothing else switched on. */
    public static SamplingOptions greedy() {
        return builder().temperature(0).build();
    }

    /** A builder in which everything is neutral: the model's own distribution, seed 0. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects options; they are checked by {@link #build()}. */
    public static final class Builder {
        // As in llama.cpp; without effect while the penalty is 1.
        private static final int PENALTY_WINDOW_DEFAULT = 64;

        private double temperature = 1;
        private int topK;
        private double topP = 1;
        private double minP;
        private double repetitionPenalty = 1;
        private double frequencyPenalty;
        private double presencePenalty;
        private int penaltyWindow = PENALTY_WINDOW_DEFAULT;
        private Map<Integer, Float> logitBias = Map.of();
        private long seed;
        private int logprobs;

        private Builder() {}

        /** 0 (greedy) to 100. */
        public Builder temperature(double value) {
            temperature = value;
            return this;
        }

        /** 0 (off) or more. */
        public Builder topK(int value) {
            topK = value;
            return this;
        }

        /** More than 0, at most 1 (off). */
        public Builder topP(double value) {
            topP = value;
            return this;
        }

        /** 0 (off) to 1. */
        public Builder minP(double value) {
            minP = value;
            return this;
        }

        /** More than 0, at most 100; 1 is off. */
        public Builder repetitionPenalty(double value) {
            repetitionPenalty = value;
            return this;
        }

        /** -2 to 2; 0 is off. */
        public Builder frequencyPenalty(double value) {
            frequencyPenalty = value;
            return this;
        }

        /** -2 to 2; 0 is off. */
        public Builder presencePenalty(double value) {
            presencePenalty = value;
            return this;
        }

        /** 0 (no repetition penalty) or more, in tokens. */
        public Builder penaltyWindow(int value) {
            penaltyWindow = value;
            return this;
        }

        /** By token id: -100 to 100, or negative infinity. */
        public Builder logitBias(Map<Integer, Float> value) {
            logitBias = value;
            return this;
        }

        /** Any number. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** 0 (off) to {@link #LOGPROBS_MAX}. */
        public Builder logprobs(int value) {
            logprobs = value;
            return this;
        }

        /**
         * The options.
         *
         * @throws SamplingOptionException for the first field that is out of range
         */
        public SamplingOptions build() {
            return new SamplingOptions(
                    temperature,
                    topK,
                    topP,
                    minP,
                    repetitionPenalty,
                    frequencyPenalty,
                    presencePenalty,
                    penaltyWindow,
                    logitBias,
                    seed,
                    logprobs);
        }
    }
}
