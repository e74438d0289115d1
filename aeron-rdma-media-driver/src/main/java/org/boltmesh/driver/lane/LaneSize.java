package org.boltmesh.driver.lane;

import org.boltmesh.driver.verbs.Manners;
import org.boltmesh.driver.verbs.QueueDepths;

/**
 * The shape of a lane, the same in both directions.
 *
 * @param slotBytes of each slot, a multiple of the hardware's frames of 4 KiB
 * @param windowSlots messages of kind DATA that may be under way
 * @param controlSlots messages of kind CONTROL that may be
 */
public record LaneSize(int slotBytes, int windowSlots, int controlSlots) {
    /** Keep-alives that may be under way. */
    public static final int LIMITS_SLOTS = 2;

    /** Credits are announced in quarters, and those must be more than one message. */
    public static final int WINDOW_MIN = 8;

    /** Frames that a queue may be deep; Thunderbolt's limit. */
    public static final int DEPTH_MAX_FRAMES = 4095;

    public LaneSize {
        check(
                "slot bytes",
                slotBytes,
                slotBytes >= Manners.FRAME_BYTES && slotBytes % Manners.FRAME_BYTES == 0,
                "a multiple of " + Manners.FRAME_BYTES);
        check("window", windowSlots, windowSlots >= WINDOW_MIN, WINDOW_MIN + " or more");
        check("control slots", controlSlots, controlSlots >= 1, "1 or more");
        long frames =
                (long) Manners.frames(slotBytes)
                        * ((long) windowSlots + controlSlots + LIMITS_SLOTS);
        check(
                "window",
                windowSlots,
                frames <= DEPTH_MAX_FRAMES,
                "at most %d frames of queue depth, but with slots of %d bytes they are %d"
                        .formatted(DEPTH_MAX_FRAMES, slotBytes, frames));
    }

    private static void check(String what, int value, boolean good, String wanted) {
        if (!good) {
            throw new IllegalArgumentException("%s %d, want %s".formatted(what, value, wanted));
        }
    }

    /** The longest datagram that fits. */
    public int payloadMaxBytes() {
        return slotBytes - SlotHeader.LENGTH_BYTES;
    }

    /** Frames of one slot. */
    public int frames() {
        return Manners.frames(slotBytes);
    }

    /** Slots of one direction; as many RECVs are posted as SENDs may be under way. */
    public int slots() {
        return windowSlots + controlSlots + LIMITS_SLOTS;
    }

    /** Depth of both queues, counted in frames: enough with any manners. */
    public QueueDepths queueDepths() {
        return new QueueDepths(slots() * frames(), slots() * frames());
    }

    /** Memory for the slots of one direction. */
    public int directionBytes() {
        return slots() * slotBytes;
    }

    /** Memory for both directions, which share a region. */
    public long memoryBytes() {
        return 2L * directionBytes();
    }

    /**
     * What a SEND of a datagram covers. Thunderbolt wants as many frames as the RECV has, so a byte
     * of the last frame is enough.
     */
    public int wireBytes(Manners manners, int datagramBytes) {
        int neededBytes = SlotHeader.LENGTH_BYTES + datagramBytes;
        return manners == Manners.THUNDERBOLT
                ? Math.max(neededBytes, slotBytes - Manners.FRAME_BYTES + 1)
                : neededBytes;
    }

    /** What the hardware carries for nothing: the rest of the slot, or nothing. */
    public int paddingBytes(Manners manners, int datagramBytes) {
        return manners == Manners.THUNDERBOLT ? payloadMaxBytes() - datagramBytes : 0;
    }
}
