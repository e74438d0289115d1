package org.boltmesh.shards.engine;

/**
 * Picks one generation's next tokens. What it draws depends on seed, choice and position alone, so
 * that a replay needs no saved state. Owned by the step loop.
 */
interface TokenPicker {
    /**
     * The token to follow {@code tokens[0, length)}.
     *
     * @param logits [vocabulary]; may be changed
     * @param promptLength how many of the tokens are the prompt
     */
    int pick(float[] logits, int[] tokens, int promptLength, int length);

    /** Logarithm of the probability of the token last picked, before any sampling option. */
    double logprob();
}
