package org.boltmesh.bootstrap.bench.transport;

import io.aeron.protocol.DataHeaderFlyweight;
import java.util.List;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.lane.LaneSize;
import org.boltmesh.driver.lane.LaneSizes;

/**
 * The streams between the two ends, the same on every way: one in each direction for each lane,
 * with the longest MTU that the lane takes.
 */
final class StreamShape {
    private static final int FIRST_STREAM = 10;
    private static final List<LaneSize> LANES = LaneSizes.USUAL.lanes();

    /** About what a message costs beside its bytes, as so many bytes. */
    private static final int MESSAGE_BYTES = 4096;

    private StreamShape() {}

    static int count() {
        return LANES.size();
    }

    static int streamId(int shape) {
        return FIRST_STREAM + shape;
    }

    /** Longest datagram, as Aeron wants it: a multiple of 32. */
    static int mtuBytes(int shape) {
        int longest =
                Math.min(LANES.get(shape).payloadMaxBytes(), MediaDriverOptions.MTU_MAX_BYTES);
        return longest - longest % MediaDriverOptions.ALIGNMENT_BYTES;
    }

    /**
     * The shape for messages of one length. Over lanes that which carries them in the fewest and
     * emptiest frames; elsewhere the smallest MTU that holds one, or else the largest.
     */
    static int of(Way way, int lengthBytes) {
        int best = 0;
        for (int shape = 1; shape < count(); shape++) {
            boolean isBetter =
                    way == Way.DRIVER
                            ? cost(shape, lengthBytes) < cost(best, lengthBytes)
                            : fragments(best, lengthBytes) > 1;
            best = isBetter ? shape : best;
        }
        return best;
    }

    private static int fragments(int shape, int lengthBytes) {
        return Math.ceilDiv(lengthBytes, mtuBytes(shape) - DataHeaderFlyweight.HEADER_LENGTH);
    }

    private static long cost(int shape, int lengthBytes) {
        return (long) fragments(shape, lengthBytes)
                * (LANES.get(shape).slotBytes() + MESSAGE_BYTES);
    }
}
