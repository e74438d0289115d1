package org.boltmesh.driver.link;

import java.util.function.LongSupplier;

/** Where the epochs of lanes come from: strictly growing, also across restarts. */
@FunctionalInterface
public interface EpochSource {
    /** An epoch above {@code newest}, and above all that came from here. */
    long next(long newest);

    /**
     * Epochs are milliseconds of a wall clock, or one more than the newest where the clock is
     * behind it. Not thread-safe.
     */
    static EpochSource ofWallClock(LongSupplier epochMs) {
        long[] last = {0};
        return newest -> {
            last[0] = Math.max(epochMs.getAsLong(), Math.max(newest, last[0]) + 1);
            return last[0];
        };
    }
}
