package org.boltmesh.bootstrap.bench.transport;

import io.aeron.protocol.DataHeaderFlyweight;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.agrona.BitUtil;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.StreamMtus;
import org.boltmesh.driver.lane.LaneSizes;

/**
 * The streams between the two ends, the same on every way: one in each direction for each lane,
 * with the longest MTU that the lane takes.
 */
final class StreamShape {
    private static final int FIRST_STREAM = 10;
    private static final int LANES = LaneSizes.USUAL.count();

    private static final int TERM_MIN_BYTES = 256 << 10;
    private static final int MESSAGES_OF_TERM = 8;

    private StreamShape() {}

    /** The shapes for messages of these lengths on one way, each with its longest message. */
    static SortedMap<Integer, Integer> all(Way way, List<Integer> lengths) {
        return lengths.stream()
                .collect(
                        Collectors.toMap(
                                lengthBytes -> of(way, lengthBytes),
                                Function.identity(),
                                Math::max,
                                TreeMap::new));
    }

    static int streamId(int shape) {
        return FIRST_STREAM + shape;
    }

    /** Longest datagram. */
    static int mtuBytes(int shape) {
        return StreamMtus.ofLane(shape);
    }

    /**
     * A third of a stream's memory: as little as leaves Aeron's usual window, so that it stays near
     * the processor, but no less than it wants for an MTU and for a message.
     *
     * @param longestBytes of its messages
     */
    static int termBytes(int shape, int longestBytes) {
        int messageBytes = Math.max(mtuBytes(shape), longestBytes);
        return Math.max(
                TERM_MIN_BYTES,
                BitUtil.findNextPositivePowerOfTwo(MESSAGES_OF_TERM * messageBytes));
    }

    /**
     * The shape for messages of one length. Over lanes that which carries them in the fewest and
     * emptiest frames; elsewhere the smallest MTU that holds one, or else the largest.
     */
    static int of(Way way, int lengthBytes) {
        if (way == Way.DRIVER) {
            int mtuBytes = StreamMtus.ofMessages(lengthBytes, MediaDriverOptions.MTU_MAX_BYTES);
            return LaneSizes.USUAL.laneOfMtu(mtuBytes).orElseThrow();
        }
        int shape = 0;
        while (shape < LANES - 1
                && lengthBytes > mtuBytes(shape) - DataHeaderFlyweight.HEADER_LENGTH) {
            shape++;
        }
        return shape;
    }
}
