package org.boltmesh.driver.fabric;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An interface's IPv4 address and its subnet.
 *
 * @param address big-endian
 * @param lengthBits 0 to 32
 */
public record Ipv4Prefix(int address, int lengthBits) {
    private static final Pattern DOTTED =
            Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");

    /** Makes nonsense impossible. */
    public Ipv4Prefix {
        if (lengthBits < 0 || lengthBits > Integer.SIZE) {
            throw new IllegalArgumentException("prefix of " + lengthBits + " bits, want 0 to 32");
        }
    }

    /** {@code a.b.c.d} as a number; empty for any other text. */
    static Optional<Integer> address(String text) {
        Matcher dotted = DOTTED.matcher(text);
        if (!dotted.matches()) {
            return Optional.empty();
        }
        int address = 0;
        for (int group = 1; group <= 4; group++) {
            int number = Integer.parseInt(dotted.group(group));
            if (number > 255) {
                return Optional.empty();
            }
            address = (address << 8) | number;
        }
        return Optional.of(address);
    }

    /** Whether the two see each other without a router; never with oneself. */
    boolean isNeighbourOf(Ipv4Prefix other) {
        return lengthBits == other.lengthBits
                && address != other.address
                && network() == other.network();
    }

    private int network() {
        return lengthBits == 0 ? 0 : address & (-1 << (Integer.SIZE - lengthBits));
    }

    /** {@code a.b.c.d}. */
    public String addressText() {
        return "%d.%d.%d.%d"
                .formatted(
                        address >>> 24,
                        (address >>> 16) & 255,
                        (address >>> 8) & 255,
                        address & 255);
    }

    @Override
    public String toString() {
        return addressText() + "/" + lengthBits;
    }
}
