package org.boltmesh.shards.pipeline;

import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * How the tokens of one sequence are chosen.
 *
 * @param sampling options of its request
 * @param choice which of several answers to the same prompt it is
 * @param promptSize how many of its tokens are the prompt
 */
public record SequenceOptions(SamplingOptions sampling, int choice, int promptSize) {
    /** Checks the numbers. */
    public SequenceOptions {
        if (choice < 0 || promptSize < 1) {
            throw new IllegalArgumentException(
                    "choice %d of a prompt of %d tokens, want at least 0 and at least 1"
                            .formatted(choice, promptSize));
        }
    }
}
