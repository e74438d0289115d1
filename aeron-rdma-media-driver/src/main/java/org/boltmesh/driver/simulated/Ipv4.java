package org.boltmesh.driver.simulated;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** IPv4 addresses as big-endian numbers. */
final class Ipv4 {
    private static final Pattern DOTTED =
            Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");

    private Ipv4() {}

    static int parse(String text) {
        Matcher matcher = DOTTED.matcher(text);
        boolean valid = matcher.matches();
        int address = 0;
        for (int group = 1; valid && group <= 4; group++) {
            int part = Integer.parseInt(matcher.group(group));
            valid = part < 256;
            address = address << 8 | part;
        }
        if (!valid) {
            throw new IllegalArgumentException(
                    "address '%s', want IPv4, such as 10.0.0.1".formatted(text));
        }
        return address;
    }

    static String format(int address) {
        return "%d.%d.%d.%d"
                .formatted(
                        address >>> 24,
                        address >>> 16 & 0xFF,
                        address >>> 8 & 0xFF,
                        address & 0xFF);
    }
}
