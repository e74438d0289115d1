package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Messages that came, and messages to send. */
final class MessageLog implements MessageHandler {
    record Message(int kind, int sender, long step, ByteBuffer bytes) {}

    private final List<Message> messages = new ArrayList<>();

    @Override
    public void onMessage(int kind, int sender, long step, ByteBuffer bytes, int length) {
        ByteBuffer copy = ByteBuffer.allocate(length);
        copy.put(0, bytes.clear(), 0, length);
        messages.add(new Message(kind, sender, step, copy));
    }

    List<Message> messages() {
        return Collections.unmodifiableList(messages);
    }

    static ByteBuffer random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return ByteBuffer.allocateDirect(length).put(bytes).clear();
    }
}
