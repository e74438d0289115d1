package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.boltmesh.driver.simulated.CableFaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The running loops of two drivers allocate nothing per frame. */
@Timeout(120)
class MeshAllocationTest {
    private static final int MESSAGES = 4000;

    /** Aeron's pollers make an iterator in some turns; less than one small object of ours. */
    private static final long BYTES_PER_MESSAGE_MAX = 72;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir private Path folder;

    @Test
    void shouldAllocateNothingPerFrame() {
        try (var pair = new InvokedPair(folder)) {
            assertAllocatesLittle(new NumberedStream(pair, 4032, 3000, 1), "lanes");
        }
    }

    @Test
    void shouldAllocateNothingPerFrameThatIsLost() {
        try (var pair = new InvokedPair(folder)) {
            var stream = new NumberedStream(pair, 4032, 3000, 1);
            pair.faults(CableFaults.seeded(5).withLoss(20_000).withDamage(5_000));
            assertAllocatesLittle(stream, "lanes with loss");
        }
    }

    private static void assertAllocatesLittle(NumberedStream stream, String what) {
        for (int warmUp = 0; warmUp < 5; warmUp++) {
            stream.send(MESSAGES);
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        stream.send(MESSAGES);
        long perMessage = (THREADS.getCurrentThreadAllocatedBytes() - before) / MESSAGES;
        System.out.printf("%s: %d bytes of heap per message%n", what, perMessage);
        assertThat(perMessage).isLessThanOrEqualTo(BYTES_PER_MESSAGE_MAX);
        stream.settle();
    }
}
