package org.boltmesh.actors.shard;

import java.util.List;
import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * A prompt to continue.
 *
 * @param prompt token ids
 * @param sampling how tokens are chosen
 * @param maxTokens most tokens to generate; the context may end it earlier
 * @param choice which of several answers to the same prompt this is
 * @param stopOnEnd whether a token that ends the text ends the generation
 * @param answeredCount tokens at the prompt's end that are the beginning of the answer
 */
public record GenerateWork(
        List<Integer> prompt,
        SamplingOptions sampling,
        int maxTokens,
        int choice,
        boolean stopOnEnd,
        int answeredCount) {
    public GenerateWork {
        prompt = List.copyOf(prompt);
    }
}
