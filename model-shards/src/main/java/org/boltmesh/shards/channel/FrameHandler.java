package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/** Takes frames from a {@link ReceivingChannel}. */
@FunctionalInterface
public interface FrameHandler {
    /**
     * A frame came.
     *
     * @param bytes holds the frame, little-endian; valid during the call only. Its position and
     *     limit may be changed, its bytes not
     * @param offset where the frame begins
     * @param length how long it is
     * @return false to have the same frame again with the next poll: this ends the present one
     */
    boolean onFrame(ByteBuffer bytes, int offset, int length);
}
