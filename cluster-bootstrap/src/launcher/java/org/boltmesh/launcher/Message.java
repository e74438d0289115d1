package org.boltmesh.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the user reads when there is no Java to run on. */
final class Message {
    /** What Java puts in the place of bytes that it cannot decode. */
    private static final char UNDECODED = '\uFFFD';

    private Message() {}

    /** Which Java this is, what is wanted, what was tried, and the cure on this system. */
    static List<String> noJava(List<String> skipped) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "Boltmesh needs Java "
                        + JavaVersion.FEATURE_MIN
                        + "; this is Java "
                        + System.getProperty("java.version")
                        + " ("
                        + System.getProperty("java.home")
                        + "), and neither JAVA_HOME, JDK_HOME nor the usual folders hold a newer one.");
        for (String home : skipped) {
            lines.add("Not usable: " + home);
        }
        lines.add(cure(System.getProperty("os.name")));
        return lines;
    }

    /** What is wrong with an argument that Java could not decode; empty when nothing is. */
    static Optional<String> unreadable(String[] args) {
        for (int i = 0; i < args.length; i++) {
            if (args[i].indexOf(UNDECODED) >= 0) {
                return Optional.of(
                        "Argument "
                                + (i + 1)
                                + " ("
                                + args[i]
                                + ") holds characters that cannot be read in this locale; set"
                                + " LC_ALL=C.UTF-8 (or another UTF-8 locale), and write UTF-8.");
            }
        }
        return Optional.empty();
    }

    static String cure(String osName) {
        return osName.startsWith("Mac")
                ? "Install it with: brew install openjdk@25 (or Temurin 25 from adoptium.net)."
                : "Install Temurin 25 (from adoptium.net) or your distribution's openjdk-25 package; "
                        + "set JAVA_HOME to it if it is in no usual place.";
    }
}
