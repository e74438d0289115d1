package org.boltmesh.driver.fabric;

import java.util.Optional;

/** What came of running a tool. */
public sealed interface ToolOutput {
    /** It ended in time. What it printed on both outputs, whatever its exit code was. */
    record Printed(String text) implements ToolOutput {}

    /** This machine has no such tool; a sentence says so. */
    record Absent(String reason) implements ToolOutput {}

    /** Nobody has run it, or kept what it said. */
    record Unrecorded(String reason) implements ToolOutput {}

    /** It hung, said too much or could not be started; a sentence says which. */
    record Failed(String reason) implements ToolOutput {}

    /** What it printed. */
    default Optional<String> printed() {
        return this instanceof Printed printed ? Optional.of(printed.text()) : Optional.empty();
    }
}
