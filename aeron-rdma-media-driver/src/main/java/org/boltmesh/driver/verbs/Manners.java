package org.boltmesh.driver.verbs;

/** How a device behaves where the verbs leave room. Code above has to live with both. */
public enum Manners {
    /**
     * Thunderbolt's: a SEND waits for a posted RECV of as many 4 KiB frames; receives only from RTS
     * on; queue depths count frames; a lost peer is silence.
     */
    THUNDERBOLT,
    /**
     * Those of InfiniBand, RoCE and Soft-RoCE: a SEND that finds no RECV, or too small a one, is
     * dropped; receives from RTR on; queue depths count work requests.
     */
    ORDINARY;

    /** Bytes of one frame. */
    public static final int FRAME_BYTES = 4096;

    /** Frames that a message covers; at least one. */
    public static int frames(int lengthBytes) {
        return Math.max(1, (lengthBytes + FRAME_BYTES - 1) / FRAME_BYTES);
    }
}
