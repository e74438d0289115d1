package org.boltmesh.bootstrap.gateway;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.boltmesh.shards.sampling.SamplingOptionException;
import org.boltmesh.shards.sampling.SamplingOptions;
import tools.jackson.databind.JsonNode;

/** Reads how tokens are chosen. */
final class SamplingReader {
    private SamplingReader() {}

    /**
     * The options.
     *
     * @param logprobs likeliest tokens to ask for
     * @param seeds for a request without one
     */
    static SamplingOptions read(JsonFields fields, int logprobs, RandomGenerator seeds) {
        SamplingOptions.Builder options = SamplingOptions.builder().logprobs(logprobs);
        fields.number("temperature").ifPresent(options::temperature);
        fields.number("top_p").ifPresent(options::topP);
        fields.number("min_p").ifPresent(options::minP);
        fields.integer("top_k", 0, Integer.MAX_VALUE).ifPresent(options::topK);
        fields.number("repetition_penalty").ifPresent(options::repetitionPenalty);
        fields.number("frequency_penalty").ifPresent(options::frequencyPenalty);
        fields.number("presence_penalty").ifPresent(options::presencePenalty);
        fields.field("logit_bias").ifPresent(node -> options.logitBias(bias(node)));
        options.seed(fields.longInteger("seed").orElseGet(seeds::nextLong));
        try {
            return options.build();
        } catch (SamplingOptionException e) {
            throw new RefusalException(Refusal.field(e.field(), String.valueOf(e.getMessage())));
        }
    }

    private static Map<Integer, Float> bias(JsonNode node) {
        if (!node.isObject()) {
            throw JsonFields.wrong("logit_bias", node, "an object of token ids and biases");
        }
        Map<Integer, Float> biases = new HashMap<>();
        node.properties()
                .forEach(
                        entry ->
                                biases.put(
                                        token(node, entry.getKey()),
                                        (float) JsonFields.number("logit_bias", entry.getValue())));
        return biases;
    }

    private static int token(JsonNode node, String key) {
        try {
            return Integer.parseInt(key);
        } catch (NumberFormatException _) {
            throw JsonFields.wrong("logit_bias", node, "token ids as keys");
        }
    }
}
