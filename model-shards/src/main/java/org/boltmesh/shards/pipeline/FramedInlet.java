package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.boltmesh.shards.channel.FrameCounters;
import org.boltmesh.shards.channel.MessageHandler;
import org.boltmesh.shards.channel.Reassembler;
import org.boltmesh.shards.channel.ReceivingChannel;

/**
 * Makes messages of the frames of a channel, and drops what is damaged or stale. Not thread-safe.
 */
final class FramedInlet implements Inlet {
    private static final int FRAMES_PER_TURN = 64;

    /**
     * A channel that breaks loses one message at most that was begun, and the next one that arrives
     * whole makes room for it.
     */
    private static final int MESSAGES_MAX = 4;

    private static final Handler NOBODY = (_, _) -> {};

    private final ReceivingChannel channel;
    private final Reassembler reassembler;
    private Handler handler = NOBODY;
    private MemorySegment segment = MemorySegment.NULL;
    private ByteBuffer wrapped = ByteBuffer.allocateDirect(0);

    FramedInlet(
            ReceivingChannel channel, long epoch, long messageLengthMax, FrameCounters counters) {
        this.channel = channel;
        MessageHandler onMessage =
                (_, _, number, bytes, lengthBytes) -> onMessage(number, bytes, lengthBytes);
        reassembler =
                new Reassembler(
                        MESSAGES_MAX,
                        Math.toIntExact(messageLengthMax),
                        epoch,
                        onMessage,
                        counters);
    }

    @Override
    public int poll(Handler newHandler) {
        handler = newHandler;
        return channel.poll(reassembler, FRAMES_PER_TURN);
    }

    @SuppressWarnings("ReferenceEquality") // the same buffer, whatever it holds
    private void onMessage(long number, ByteBuffer bytes, int lengthBytes) {
        if (bytes != wrapped) {
            wrapped = bytes;
            segment = MemorySegment.ofBuffer(bytes.clear());
        }
        handler.onMessage(segment, lengthBytes);
        reassembler.advanceTo(number + 1);
    }

    @Override
    public void close() {
        channel.close();
    }
}
