package org.boltmesh.launcher;

/** Java version numbers as {@code java.version} and {@code release} files write them. */
final class JavaVersion {
    /** The Java that Boltmesh is built for and tested with. */
    static final int FEATURE_MIN = 25;

    /** Beyond this a version is a typing error or a lie. */
    static final int FEATURE_MAX = 99;

    private JavaVersion() {}

    /**
     * 8 for {@code 1.8.0_402}, 25 for {@code 25.0.3} or {@code 25-ea}, 0 for what is no version.
     */
    static int feature(String version) {
        String numbers = version.startsWith("1.") ? version.substring(2) : version;
        int end = 0;
        while (end < numbers.length() && numbers.charAt(end) >= '0' && numbers.charAt(end) <= '9') {
            end++;
        }
        // More than four digits are no Java version, and may not fit an int.
        return end == 0 || end > 4 ? 0 : Integer.parseInt(numbers.substring(0, end));
    }

    /** Whether Boltmesh can run on it. */
    static boolean isUsable(int feature) {
        return feature >= FEATURE_MIN && feature <= FEATURE_MAX;
    }
}
