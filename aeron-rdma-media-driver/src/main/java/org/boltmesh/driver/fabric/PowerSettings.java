package org.boltmesh.driver.fabric;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code pmset -g}. */
final class PowerSettings {
    private static final Pattern SLEEP = Pattern.compile("(?m)^\\h*sleep\\h+(\\d{1,6})\\b");

    private PowerSettings() {}

    /** Idle minutes after which the machine sleeps, 0 for never; empty if it does not say. */
    static OptionalInt sleepMinutes(String text) {
        Matcher sleep = SLEEP.matcher(text);
        return sleep.find()
                ? OptionalInt.of(Integer.parseInt(sleep.group(1)))
                : OptionalInt.empty();
    }
}
