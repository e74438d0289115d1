package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;

/** The sending end of a one-way channel that keeps the order of its messages. One thread. */
public interface MessageSender extends AutoCloseable {
    /**
     * Takes a message, whole; false under back-pressure, when it has to be offered again.
     *
     * @param message may be used again after the call
     * @param lengthBytes of it that are the message
     */
    boolean offer(MemorySegment message, long lengthBytes);

    @Override
    void close();
}
