package org.boltmesh.shards.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ChannelAllocationTest {
    private static final int MESSAGES = 1000;
    private static final int FRAMES_PER_MESSAGE = 20;
    private static final int FRAME_BYTES = 1024;
    private static final int MESSAGE_BYTES =
            FRAMES_PER_MESSAGE * (FRAME_BYTES - FrameHeader.LENGTH_BYTES);

    private final MemoryChannel there = new MemoryChannel(16, FRAME_BYTES);
    private final MemoryChannel back = new MemoryChannel(16, FRAME_BYTES);
    private final MessageLink sending =
            new MessageLink(
                    there.sender(),
                    back.receiver(),
                    FrameOrigin.newborn(1, 0),
                    MESSAGE_BYTES,
                    0,
                    new FrameCounters());
    private final MessageLink receiving =
            new MessageLink(
                    back.sender(),
                    there.receiver(),
                    FrameOrigin.newborn(1, 1),
                    0,
                    MESSAGE_BYTES,
                    new FrameCounters());
    private final ByteBuffer message = MessageLog.random(1, MESSAGE_BYTES);

    @Test
    void shouldAllocateNothingPerFrame() {
        send();
        long before = AllocatedBytes.ofThisThread();
        send();
        double perFrame =
                (AllocatedBytes.ofThisThread() - before) / (double) (MESSAGES * FRAMES_PER_MESSAGE);
        assertThat(perFrame).isLessThan(1);
    }

    private void send() {
        for (int count = 0; count < MESSAGES; count++) {
            while (!sending.offer(1, message, 0, MESSAGE_BYTES)) {
                work();
            }
            while (work() > 0) {}
        }
    }

    private int work() {
        return sending.doWork(0) + receiving.poll() + receiving.doWork(0) + sending.poll();
    }
}
