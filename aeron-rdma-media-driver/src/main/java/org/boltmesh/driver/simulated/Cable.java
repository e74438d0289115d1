package org.boltmesh.driver.simulated;

/**
 * A cable as the file {@code cables} describes it.
 *
 * @param leftAddress IPv4 address of the left end's interface, as a big-endian number
 * @param bandwidthBytesPerSecond of each direction; 0 if unlimited
 */
public record Cable(
        CableEnd left,
        CableEnd right,
        int leftAddress,
        int rightAddress,
        long latencyNs,
        long bandwidthBytesPerSecond) {
    public Cable {
        if (left.equals(right)) {
            throw new IllegalArgumentException(
                    "a cable from %s to itself, want two devices".formatted(left));
        }
        if (leftAddress == rightAddress) {
            throw new IllegalArgumentException(
                    "one address for both ends of the cable of %s, want two".formatted(left));
        }
    }

    boolean joins(CableEnd end) {
        return left.equals(end) || right.equals(end);
    }

    Side side(CableEnd end) {
        return left.equals(end) ? Side.LEFT : Side.RIGHT;
    }

    CableEnd end(Side side) {
        return side == Side.LEFT ? left : right;
    }

    int address(Side side) {
        return side == Side.LEFT ? leftAddress : rightAddress;
    }

    String fileName() {
        return "cable+" + left.fileName() + "+" + right.fileName();
    }
}
