package org.boltmesh.driver.fabric;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code sw_vers} prints.
 *
 * @param version such as {@code 26.5.1}
 * @param build such as {@code 25F80}; empty if it was not printed
 */
public record MacVersion(String version, String build) {
    private static final Pattern VERSION =
            Pattern.compile("(?m)^ProductVersion:\\h*(\\d{1,6}(?:\\.\\d{1,6}){0,3})\\h*$");
    private static final Pattern BUILD = Pattern.compile("(?m)^BuildVersion:\\h*(\\w{1,20})\\h*$");

    /** Empty for any other text. */
    static Optional<MacVersion> parse(String swVers) {
        Matcher version = VERSION.matcher(swVers);
        if (!version.find()) {
            return Optional.empty();
        }
        Matcher build = BUILD.matcher(swVers);
        return Optional.of(new MacVersion(version.group(1), build.find() ? build.group(1) : ""));
    }

    /** Whether it is that version or a later one. */
    public boolean isAtLeast(int major, int minor) {
        String[] numbers = version.split("\\.", -1);
        int ownMajor = Integer.parseInt(numbers[0]);
        int ownMinor = numbers.length > 1 ? Integer.parseInt(numbers[1]) : 0;
        return ownMajor > major || (ownMajor == major && ownMinor >= minor);
    }

    /** Whether both are known to be of different builds. */
    boolean differsFrom(MacVersion other) {
        return !version.equals(other.version)
                || (!build.isEmpty() && !other.build.isEmpty() && !build.equals(other.build));
    }

    /** {@code macOS 26.5.1 (25F80)}. */
    @Override
    public String toString() {
        return "macOS " + version + (build.isEmpty() ? "" : " (" + build + ")");
    }
}
