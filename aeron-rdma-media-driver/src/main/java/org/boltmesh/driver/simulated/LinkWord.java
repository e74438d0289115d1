package org.boltmesh.driver.simulated;

/**
 * All that decides whether a cable carries anything, in one word, so that it changes at once: cable
 * out, RDMA enabled at each end, device gone at each end, and how often any of that changed. The
 * word 0 is what the file {@code cables} says.
 */
final class LinkWord {
    private static final long OUT = 1;
    private static final int ENABLED_SHIFT = 1;
    private static final int DISABLED_SHIFT = 3;
    private static final int GONE_SHIFT = 5;
    private static final int EPOCH_SHIFT = 16;

    private LinkWord() {}

    /** How often it changed. A queue pair lives in one epoch. */
    static long epoch(long word) {
        return word >>> EPOCH_SHIFT;
    }

    /** Whether both interfaces see a cable, and so have their addresses. */
    static boolean isPlugged(long word) {
        return (word & (OUT | gone(Side.LEFT) | gone(Side.RIGHT))) == 0;
    }

    static boolean isDisabled(long word, Side side, boolean inFile) {
        return inFile ? (word & enabled(side)) == 0 : (word & disabled(side)) != 0;
    }

    static long withOut(long word, boolean out) {
        return next(out ? word | OUT : word & ~OUT);
    }

    static long withDisabled(long word, Side side, boolean disabled) {
        long cleared = word & ~(enabled(side) | disabled(side));
        return next(cleared | (disabled ? disabled(side) : enabled(side)));
    }

    static long withGone(long word, Side side, boolean gone) {
        return next(gone ? word | gone(side) : word & ~gone(side));
    }

    private static long next(long word) {
        return word + (1L << EPOCH_SHIFT);
    }

    private static long enabled(Side side) {
        return 1L << (ENABLED_SHIFT + side.index());
    }

    private static long disabled(Side side) {
        return 1L << (DISABLED_SHIFT + side.index());
    }

    private static long gone(Side side) {
        return 1L << (GONE_SHIFT + side.index());
    }
}
