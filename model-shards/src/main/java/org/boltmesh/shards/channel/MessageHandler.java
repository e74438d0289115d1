package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/** Takes messages from a {@link MessageLink}: each once, and in order. */
public interface MessageHandler {
    /**
     * A message is complete.
     *
     * @param kind 0 to 65,535
     * @param number of the message, one more than that of the one before
     * @param bytes holds the message from 0 to {@code length}, during the call
     */
    void onMessage(int kind, int sender, long number, ByteBuffer bytes, int length);

    /** Messages are missing before the next one. */
    void onBreak(MessageBreak gap);
}
