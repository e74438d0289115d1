package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/** The sender's end of a {@link Channel}. */
public interface SendingChannel extends Channel {
    /**
     * Sends one frame, or refuses: nobody listens, or the other end is slow. A refused frame left
     * no trace and may be offered again. Never waits.
     *
     * @param header the frame's first bytes, from 0 to the limit; direct
     * @param payload holds the rest of the frame; direct, and no longer needed afterwards
     * @param offset where the rest begins
     * @param length how long it is; header and rest together at most {@link #frameLengthMax}
     */
    boolean offer(ByteBuffer header, ByteBuffer payload, int offset, int length);

    /** Longest frame in bytes, 0 before the channel was first connected. */
    int frameLengthMax();
}
