package org.boltmesh.shards.channel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Messages that came, and messages to send. */
final class MessageLog implements MessageHandler {
    record Message(int kind, int sender, long number, ByteBuffer bytes) {}

    private final List<Message> messages = new ArrayList<>();
    private final List<MessageBreak> breaks = new ArrayList<>();

    @Override
    public void onMessage(int kind, int sender, long number, ByteBuffer bytes, int length) {
        ByteBuffer copy = ByteBuffer.allocate(length);
        copy.put(0, bytes.clear(), 0, length);
        messages.add(new Message(kind, sender, number, copy));
    }

    @Override
    public void onBreak(MessageBreak gap) {
        breaks.add(gap);
    }

    List<Message> messages() {
        return Collections.unmodifiableList(messages);
    }

    List<MessageBreak> breaks() {
        return Collections.unmodifiableList(breaks);
    }

    static ByteBuffer random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return ByteBuffer.allocateDirect(length).put(bytes).clear();
    }
}
