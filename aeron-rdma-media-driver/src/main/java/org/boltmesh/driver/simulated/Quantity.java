package org.boltmesh.driver.simulated;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads times and speeds as people write them in the file {@code cables}. */
public final class Quantity {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(.*)");
    private static final Map<String, Long> TIMES =
            Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
    private static final Map<String, Long> SPEEDS =
            Map.of("B/s", 1L, "KB/s", 1_000L, "MB/s", 1_000_000L, "GB/s", 1_000_000_000L);

    private static final String SPEED_WANTED =
            "a speed of 1B/s or more, such as 6GB/s (B/s, KB/s, MB/s, GB/s)";

    private Quantity() {}

    /**
     * A time such as {@code 5us}, in nanoseconds.
     *
     * @throws IllegalArgumentException with the value and what was wanted
     */
    public static long timeNs(String text) {
        return read(text, TIMES, "a time, such as 5us (ns, us, ms, s)");
    }

    /**
     * A speed such as {@code 6GB/s}, in bytes per second.
     *
     * @throws IllegalArgumentException with the value and what was wanted
     */
    public static long bytesPerSecond(String text) {
        long speed = read(text, SPEEDS, SPEED_WANTED);
        if (speed == 0) {
            throw new IllegalArgumentException("'%s', want %s".formatted(text, SPEED_WANTED));
        }
        return speed;
    }

    private static long read(String text, Map<String, Long> units, String wanted) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text);
        if (!matcher.matches() || !units.containsKey(matcher.group(2))) {
            throw new IllegalArgumentException("'%s', want %s".formatted(text, wanted));
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        BigDecimal unit = BigDecimal.valueOf(units.getOrDefault(matcher.group(2), 1L));
        BigDecimal value = number.multiply(unit);
        if (value.compareTo(BigDecimal.valueOf(1_000_000_000_000_000L)) > 0) {
            throw new IllegalArgumentException("'%s' is too much, want %s".formatted(text, wanted));
        }
        return value.longValue();
    }
}
