package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.boltmesh.driver.verbs.Manners;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PostAndPollAllocationTest {
    private static final int ROUNDS = 5_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir Path folder;

    private static final class Counter implements CompletionHandler {
        private int completions;

        @Override
        public void onSent(int queuePairNumber, long workRequestId) {
            completions++;
        }

        @Override
        public void onReceived(int queuePairNumber, long workRequestId, int lengthBytes) {
            completions++;
        }

        @Override
        public void onFailed(
                int queuePairNumber, long workRequestId, CompletionStatus status, int vendor) {
            throw new AssertionError(status);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothing(Manners manners) {
        try (TestFabric fabric = new TestFabric(folder, manners)) {
            fabric.control.latency(TestFabric.A, 100);
            fabric.control.bandwidth(TestFabric.A, 1_000_000_000);
            fabric.control.faults(
                    TestFabric.A, CableFaults.seeded(1).withDamage(500_000).withReordering(500));
            End[] ends = fabric.connected();
            Counter counter = new Counter();
            exchange(fabric, ends, counter);

            long before = THREADS.getCurrentThreadAllocatedBytes();
            exchange(fabric, ends, counter);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

            // What the compiler has not got to yet may box a little.
            assertThat(allocated).isLessThan(ROUNDS);
        }
    }

    private static void exchange(TestFabric fabric, End[] ends, Counter counter) {
        for (int round = 0; round < ROUNDS; round++) {
            int done = counter.completions + 2;
            ends[1].receive(0, 4096);
            ends[0].send(0, 4096);
            while (counter.completions < done) {
                fabric.nowNs += 500_000;
                ends[0].completions.poll(counter, 8);
                ends[1].completions.poll(counter, 8);
            }
        }
    }
}
