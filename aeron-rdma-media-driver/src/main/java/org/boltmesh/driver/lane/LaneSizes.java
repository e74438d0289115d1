package org.boltmesh.driver.lane;

import java.util.List;
import java.util.OptionalInt;

/**
 * The lanes of a link, from the smallest slot to the largest, and which of them a publication
 * belongs to. Both ends of a link must have equal ones.
 */
public record LaneSizes(List<LaneSize> lanes) {
    /**
     * Of ten queue pairs that a port has, so that an epoch still dying leaves room for the next.
     */
    public static final int LANES_MAX = 4;

    private static final int KIB = 1024;

    /**
     * Small frames and acknowledgements; partials of 16 KiB and of 28 KiB, each with Aeron's header
     * and ours; and Aeron's longest MTU, 65,504, which with our header is 64 KiB to the byte.
     */
    public static final LaneSizes USUAL =
            new LaneSizes(
                    List.of(
                            new LaneSize(4 * KIB, 256, 32),
                            new LaneSize(20 * KIB, 64, 16),
                            new LaneSize(32 * KIB, 64, 16),
                            new LaneSize(64 * KIB, 48, 8)));

    public LaneSizes {
        lanes = List.copyOf(lanes);
        if (lanes.isEmpty() || lanes.size() > LANES_MAX) {
            throw new IllegalArgumentException(
                    "%d lanes, want 1 to %d".formatted(lanes.size(), LANES_MAX));
        }
        for (int lane = 1; lane < lanes.size(); lane++) {
            if (lanes.get(lane).slotBytes() <= lanes.get(lane - 1).slotBytes()) {
                throw new IllegalArgumentException(
                        "slots of %d bytes after those of %d, want larger ones"
                                .formatted(
                                        lanes.get(lane).slotBytes(),
                                        lanes.get(lane - 1).slotBytes()));
            }
        }
    }

    public LaneSize lane(int index) {
        return lanes.get(index);
    }

    public int count() {
        return lanes.size();
    }

    /**
     * The lane of a publication: that of the smallest slots that hold its MTU with our header. It
     * stays there, whatever the length of a frame, so that its frames do not overtake each other.
     *
     * @return empty if no slot does: it goes by UDP
     */
    public OptionalInt laneOfMtu(int mtuBytes) {
        for (int lane = 0; lane < lanes.size(); lane++) {
            if (mtuBytes <= lanes.get(lane).payloadMaxBytes()) {
                return OptionalInt.of(lane);
            }
        }
        return OptionalInt.empty();
    }

    /** Slots of one direction, of all lanes. */
    public int slots() {
        return lanes.stream().mapToInt(LaneSize::slots).sum();
    }

    /** Memory of one end of a link. */
    public long memoryBytes() {
        return lanes.stream().mapToLong(LaneSize::memoryBytes).sum();
    }
}
