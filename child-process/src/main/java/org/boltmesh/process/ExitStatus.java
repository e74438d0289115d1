package org.boltmesh.process;

import java.util.Map;

/** How a process ended, in words. */
public final class ExitStatus {
    private static final int SIGNAL_BASE = 128;
    private static final Map<Integer, String> SIGNALS =
            Map.of(
                    1, "HUP", 2, "INT", 3, "QUIT", 4, "ILL", 6, "ABRT", 8, "FPE", 9, "KILL", 11,
                    "SEGV", 13, "PIPE", 15, "TERM");

    private ExitStatus() {}

    /** As in "process 7 ...": "was killed by signal 9 (KILL)" or "ended with exit code 1". */
    public static String describe(int exitCode) {
        if (exitCode <= SIGNAL_BASE) {
            return "ended with exit code " + exitCode;
        }
        int signal = exitCode - SIGNAL_BASE;
        String name = SIGNALS.get(signal);
        return "was killed by signal " + signal + (name == null ? "" : " (" + name + ")");
    }
}
