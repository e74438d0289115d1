package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;

/** Takes messages from a {@link Reassembler}. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * A message is complete; called once for each.
     *
     * @param kind 0 to 65,535
     * @param bytes holds the message from 0 to {@code length}; it stays as it is until {@link
     *     Reassembler#advanceTo} goes past its step
     */
    void onMessage(int kind, int sender, long step, ByteBuffer bytes, int length);
}
