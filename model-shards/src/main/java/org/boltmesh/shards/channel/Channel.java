package org.boltmesh.shards.channel;

/**
 * One end of a one-way, ordered stream of frames. What lies below may break and come back by
 * itself; frames under way are then lost, which a {@link MessageLink} over it makes good. One
 * thread uses an end; {@link #isConnected}, {@link #incarnation} and {@link #close} may be called
 * by any.
 */
public interface Channel extends AutoCloseable {
    /** Whether the other end is there, as far as is known. */
    boolean isConnected();

    /**
     * Counts up each time that the stream breaks. What was sent under another number than the
     * present one may be lost.
     */
    long incarnation();

    /** Hangs up for good. */
    @Override
    void close();
}
