package org.boltmesh.shards.sampling;

/**
 * A token and the natural logarithm of its probability.
 *
 * @param token its id
 * @param logprob at most 0
 */
public record TokenLogprob(int token, double logprob) {}
