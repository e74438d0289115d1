package org.boltmesh.actors.coordinator;

import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * What a client wants of a model.
 *
 * @param choice which of several answers to the same prompt this is
 * @param stopOnEnd whether a token that ends the text ends the answer
 */
public record AnswerRequest(
        String model,
        Prompt prompt,
        SamplingOptions sampling,
        int maxTokens,
        int choice,
        boolean stopOnEnd) {}
