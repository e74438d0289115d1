package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;

/** The receiving end of a one-way channel. One thread. */
public interface MessageReceiver extends AutoCloseable {
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

    /** Hands over one message, where there is one; returns how many. Never waits. */
    int poll(Handler handler);

    @Override
    void close();
}
