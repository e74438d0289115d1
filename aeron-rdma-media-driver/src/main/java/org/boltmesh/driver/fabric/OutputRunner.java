package org.boltmesh.driver.fabric;

/** Runs tools, or stands in for them with what they once printed. Called by many threads. */
@FunctionalInterface
public interface OutputRunner {
    /** Bytes of output that are read at most. */
    int OUTPUT_BYTES_MAX = 4 << 20;

    /**
     * What the tool says. Returns within the tool's deadline for each of its commands; never
     * throws.
     */
    ToolOutput run(Tool tool);
}
