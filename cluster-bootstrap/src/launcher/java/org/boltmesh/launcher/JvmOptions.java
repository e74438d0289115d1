package org.boltmesh.launcher;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which of the wrapper's JVM options its child gets: properties, memory sizes and logging. Others
 * may be unknown to another Java, or name a port that the wrapper itself has taken; they are left
 * out aloud. What an environment variable adds reaches the child without help.
 */
final class JvmOptions {
    private static final List<String> PASSED_ON = Arrays.asList("-D", "-Xm", "-Xss", "-Xlog");
    private static final List<String> VARIABLES =
            Arrays.asList("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private final List<String> passedOn = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    JvmOptions(List<String> options, Map<String, String> environment) {
        for (String option : options) {
            if (!comesByItself(option, environment)) {
                (isPassedOn(option) ? passedOn : leftOut).add(option);
            }
        }
    }

    static JvmOptions ofThisJvm() {
        return new JvmOptions(
                ManagementFactory.getRuntimeMXBean().getInputArguments(), System.getenv());
    }

    private static boolean comesByItself(String option, Map<String, String> environment) {
        for (String variable : VARIABLES) {
            String value = environment.get(variable);
            if (value != null && Arrays.asList(value.trim().split("\\s+")).contains(option)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPassedOn(String option) {
        for (String prefix : PASSED_ON) {
            if (option.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    List<String> passedOn() {
        return passedOn;
    }

    /** A line for the user about what was left out. */
    Optional<String> notice() {
        return leftOut.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "boltmesh: JVM options not passed on to Java "
                                + JavaVersion.FEATURE_MIN
                                + ": "
                                + String.join(" ", leftOut)
                                + " (start it with that Java to use them)");
    }
}
