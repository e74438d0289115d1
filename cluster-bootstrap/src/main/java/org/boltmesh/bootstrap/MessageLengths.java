package org.boltmesh.bootstrap;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of messages as people write them. */
final class MessageLengths {
    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,7})(KiB|MiB)?");
    private static final int MIN_BYTES = 8;
    private static final int MAX_BYTES = 1 << 20;

    private MessageLengths() {}

    /**
     * Reads a list such as {@code 64,4KiB,1MiB}.
     *
     * @throws IllegalArgumentException with the value and what was wanted
     */
    static List<Integer> parse(String text) {
        List<Integer> lengths = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            lengths.add(length(part.strip()));
        }
        return List.copyOf(lengths);
    }

    private static int length(String text) {
        Matcher matcher = LENGTH.matcher(text);
        long bytes = matcher.matches() ? Long.parseLong(matcher.group(1)) * unit(matcher) : -1;
        if (bytes < MIN_BYTES || bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "'%s', want 8 to 1MiB, such as 64 or 28KiB".formatted(text));
        }
        return (int) bytes;
    }

    private static long unit(Matcher matcher) {
        return switch (matcher.group(2)) {
            case "KiB" -> 1L << 10;
            case "MiB" -> 1L << 20;
            case null, default -> 1;
        };
    }
}
