package org.boltmesh.shards.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ChannelAllocationTest {
    private static final int MESSAGES = 1000;
    private static final int FRAMES_PER_MESSAGE = 20;
    private static final int FRAME_BYTES = 1024;

    private final MemoryChannel channel = new MemoryChannel(16, FRAME_BYTES);
    private final MessageSender sender = new MessageSender(channel.sender(), 1, 0);
    private final Reassembler reassembler =
            new Reassembler(2, 1 << 20, 1, (_, _, _, _, _) -> {}, new FrameCounters());
    private final ByteBuffer message =
            MessageLog.random(1, FRAMES_PER_MESSAGE * (FRAME_BYTES - FrameHeader.LENGTH_BYTES));

    @Test
    void shouldAllocateNothingPerFrame() {
        long step = send(0);
        long before = AllocatedBytes.ofThisThread();
        send(step);
        double perFrame =
                (AllocatedBytes.ofThisThread() - before) / (double) (MESSAGES * FRAMES_PER_MESSAGE);
        assertThat(perFrame).isLessThan(1);
    }

    private long send(long firstStep) {
        for (long step = firstStep; step < firstStep + MESSAGES; step++) {
            sender.begin(1, step, message, 0, message.capacity());
            while (sender.doWork() + channel.receiver().poll(reassembler, 64) > 0) {}
            reassembler.advanceTo(step + 1);
        }
        return firstStep + MESSAGES;
    }
}
