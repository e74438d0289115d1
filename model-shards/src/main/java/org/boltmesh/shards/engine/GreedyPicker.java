package org.boltmesh.shards.engine;

/** Stand-in until the sampling package is merged. */
final class GreedyPicker implements TokenPicker {
    private double logprob;

    @Override
    public int pick(float[] logits, int[] tokens, int promptLength, int length) {
        int best = 0;
        for (int token = 1; token < logits.length; token++) {
            if (logits[token] > logits[best]) {
                best = token;
            }
        }
        logprob = logits[best];
        return best;
    }

    @Override
    public double logprob() {
        return logprob;
    }
}
