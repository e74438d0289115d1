package org.boltmesh.bootstrap;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Checks numbers in options. */
final class OptionRange {
    private OptionRange() {}

    /** Refuses a value out of range by option, value and range. */
    static void check(CommandLine command, String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw new ParameterException(
                    command, "%s %d, want %d to %d".formatted(option, value, min, max));
        }
    }
}
