package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;

/** The receiving end of a one-way channel. One thread. */
public interface Inlet extends AutoCloseable {
    /** Takes messages. */
    @FunctionalInterface
    interface Handler {
        /**
         * One message.
         *
         * @param message valid during the call
         * @param lengthBytes of it that are the message
         */
        void onMessage(MemorySegment message, long lengthBytes);
    }

    /** Hands over what came, bounded; returns how much it was, 0 for nothing. Never waits. */
    int poll(Handler handler);

    @Override
    void close();
}
