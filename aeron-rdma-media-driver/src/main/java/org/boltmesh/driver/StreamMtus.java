package org.boltmesh.driver;

import static java.util.Comparator.comparingLong;

import io.aeron.protocol.DataHeaderFlyweight;
import java.util.stream.IntStream;
import org.boltmesh.driver.lane.LaneSizes;

/**
 * Which MTU suits a stream. It decides by which lane the stream goes, and so how much of each slot
 * is padding.
 */
public final class StreamMtus {
    private static final LaneSizes LANES = LaneSizes.USUAL;

    /** About what a frame costs beside its bytes, as so many bytes. */
    private static final int FRAME_BYTES = 4096;

    private StreamMtus() {}

    /**
     * The MTU whose lane carries messages of one length in the fewest and emptiest slots.
     *
     * @param messageBytes usual length
     * @param mtuMaxBytes what UDP takes here, where the stream goes when no link is up; the
     *     smallest lane's MTU is the least that is returned
     */
    public static int ofMessages(int messageBytes, int mtuMaxBytes) {
        return IntStream.range(0, LANES.count())
                .filter(lane -> lane == 0 || ofLane(lane) <= mtuMaxBytes)
                .boxed()
                .min(comparingLong(lane -> cost(lane, messageBytes)))
                .map(StreamMtus::ofLane)
                .orElseThrow();
    }

    /** The longest MTU of a lane. */
    public static int ofLane(int lane) {
        int longest =
                Math.min(LANES.lane(lane).payloadMaxBytes(), MediaDriverOptions.MTU_MAX_BYTES);
        return longest - longest % MediaDriverOptions.ALIGNMENT_BYTES;
    }

    private static long cost(int lane, int messageBytes) {
        long frames = Math.ceilDiv(messageBytes, ofLane(lane) - DataHeaderFlyweight.HEADER_LENGTH);
        return frames * (LANES.lane(lane).slotBytes() + FRAME_BYTES);
    }
}
