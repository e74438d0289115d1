package org.boltmesh.shards.sampling;

/**
 * The random draw behind a sampled token: a pure function of seed, choice and position. Changing it
 * changes every seeded answer, so a test holds its values.
 */
public final class TokenDraw {
    private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;

    private TokenDraw() {}

    /**
     * A number in [0, 1), in steps of 2^-53.
     *
     * @param seed of the request
     * @param choice index of the answer among those that one request asked for
     * @param position of the token in its sequence, prompt included
     */
    public static double draw(long seed, int choice, int position) {
        long state = mix(seed + GOLDEN_RATIO);
        state = mix(state + GOLDEN_RATIO * (choice + 1L));
        state = mix(state + GOLDEN_RATIO * (position + 1L));
        return (state >>> 11) * 0x1p-53;
    }

    // The finalizer of SplitMix64 (Steele, Lea, Flood 2014, with Stafford's constants, variant 13):
    // every bit of the input flips each bit of the output with probability near one half.
    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ (mixed >>> 31);
    }
}
