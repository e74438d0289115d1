package org.boltmesh.driver.link;

/**
 * What both ends of a lane must agree on.
 *
 * @param slotLengthBytes of every slot of the ring, at least 1
 * @param depth slots in the ring, at least 1
 */
public record LaneShape(int slotLengthBytes, int depth) {
    /** Lanes per link, each a queue pair: an old epoch that still dies must find room beside. */
    public static final int LANES_MAX = 4;

    static final int SLOT_MAX_BYTES = 16_773_120;
    static final int DEPTH_MAX = 4095;

    public LaneShape {
        if (!isValid(slotLengthBytes, depth)) {
            throw new IllegalArgumentException(
                    "lane of %d slots of %d bytes, want 1..%d slots of 1..%d bytes"
                            .formatted(depth, slotLengthBytes, DEPTH_MAX, SLOT_MAX_BYTES));
        }
    }

    static boolean isValid(int slotLengthBytes, int depth) {
        return slotLengthBytes >= 1
                && slotLengthBytes <= SLOT_MAX_BYTES
                && depth >= 1
                && depth <= DEPTH_MAX;
    }

    /** {@code 64x28672}. */
    @Override
    public String toString() {
        return depth + "x" + slotLengthBytes;
    }
}
