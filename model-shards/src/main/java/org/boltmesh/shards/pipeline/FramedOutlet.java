package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.boltmesh.shards.channel.MessageSender;
import org.boltmesh.shards.channel.SendingChannel;

/**
 * Sends messages in frames of a channel. Frames carry the number of the message on this channel,
 * not its step: a step that is sent again has to arrive again. Not thread-safe.
 */
final class FramedOutlet implements Outlet {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final SendingChannel channel;
    private final MessageSender sender;
    private MemorySegment segment = MemorySegment.NULL;
    private ByteBuffer bytes = NOTHING;
    private int type;
    private long step;
    private long number;

    FramedOutlet(SendingChannel channel, StageRole role) {
        this.channel = channel;
        sender = new MessageSender(channel, role.epoch(), role.stage());
    }

    @Override
    public boolean offer(MemorySegment message, long lengthBytes) {
        if (!sender.isIdle() && !isUnderWay(message)) {
            sender.abandon();
        }
        if (sender.isIdle()) {
            begin(message, lengthBytes);
        }
        int frames = sender.doWork();
        while (frames > 0 && !sender.isIdle()) {
            frames = sender.doWork();
        }
        return sender.isIdle();
    }

    private boolean isUnderWay(MemorySegment message) {
        return message.equals(segment)
                && MessageHeader.type(message) == type
                && MessageHeader.step(message) == step;
    }

    private void begin(MemorySegment message, long lengthBytes) {
        if (!message.equals(segment)) {
            segment = message;
            bytes = message.asByteBuffer();
        }
        type = MessageHeader.type(message);
        step = MessageHeader.step(message);
        sender.begin(type, ++number, bytes, 0, Math.toIntExact(lengthBytes));
    }

    @Override
    public void close() {
        channel.close();
    }
}
