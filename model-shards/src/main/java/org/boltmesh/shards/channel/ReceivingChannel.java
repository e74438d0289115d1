package org.boltmesh.shards.channel;

/** The receiver's end of a {@link Channel}. */
public interface ReceivingChannel extends Channel {
    /**
     * Hands over frames that came, in order; never waits.
     *
     * @param framesMax most frames to hand over
     * @return how many were taken
     */
    int poll(FrameHandler handler, int framesMax);
}
