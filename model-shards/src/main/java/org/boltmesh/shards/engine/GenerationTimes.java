package org.boltmesh.shards.engine;

/**
 * What a generation took. Prefill ends with the logits for the first new token; each later one is
 * counted as decoded, an end token too.
 */
public record GenerationTimes(int prefillTokens, long prefillNs, int decodedTokens, long decodeNs) {

    /** Prompt tokens per second; 0 before prefill ended. */
    public double prefillTokensPerSecond() {
        return perSecond(prefillTokens, prefillNs);
    }

    /** New tokens per second after the first; 0 when there was none. */
    public double decodedTokensPerSecond() {
        return perSecond(decodedTokens, decodeNs);
    }

    private static double perSecond(int tokens, long timeNs) {
        return timeNs == 0 ? 0 : tokens * 1e9 / timeNs;
    }
}
