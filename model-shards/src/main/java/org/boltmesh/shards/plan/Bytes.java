package org.boltmesh.shards.plan;

import java.util.Locale;

/** Sizes for people. */
public final class Bytes {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final int STEP = 1024;

    private Bytes() {}

    /** All digits, in groups of three: where a small difference decides. */
    static String exact(long bytes) {
        return String.format(Locale.ROOT, "%,d", bytes);
    }

    /** One decimal of the unit that leaves less than 1024. */
    public static String rounded(long bytes) {
        if (bytes < STEP) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = 0;
        // 1023.95 would be shown as 1024.0.
        while (value >= STEP - 0.05) {
            value /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
