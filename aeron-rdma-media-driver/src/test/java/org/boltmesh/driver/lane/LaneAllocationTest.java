package org.boltmesh.driver.lane;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneAllocationTest {
    private static final int MESSAGES = 20_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final LaneSizes SIZES = new LaneSizes(List.of(new LaneSize(4096, 16, 4)));

    @TempDir Path folder;

    private long taken;

    private void take(SlotHeader header, UnsafeBuffer buffer, int offset, int lengthBytes) {
        taken++;
    }

    @ParameterizedTest
    @ValueSource(strings = {"thunderbolt", "ordinary"})
    void shouldAllocateNothingPerMessage(String manners) {
        try (LaneLink link = new LaneLink(folder, manners, SIZES, 1, 1)) {
            ByteBuffer datagram = ByteBuffer.allocateDirect(1408);
            send(link, datagram);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            send(link, datagram);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

            assertThat(taken).isEqualTo(2L * MESSAGES);
            // What the compiler has not got to yet may box a little.
            assertThat(allocated).isLessThan(MESSAGES);
        }
    }

    private void send(LaneLink link, ByteBuffer datagram) {
        LaneHandler handler = this::take;
        long end = taken + MESSAGES;
        long offered = taken;
        while (taken < end) {
            link.nowNs += 1000;
            if (offered < end
                    && link.left.lane(0).offer(SlotKind.DATA, 1, 2, datagram, link.nowNs)
                            == SendResult.SENT) {
                offered++;
            }
            link.left.poll(handler, link.nowNs, 16);
            link.right.poll(handler, link.nowNs, 16);
        }
    }
}
