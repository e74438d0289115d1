package org.boltmesh.driver.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import org.boltmesh.driver.verbs.CompletionHandler;
import org.boltmesh.driver.verbs.CompletionStatus;
import org.junit.jupiter.api.Test;

/** Posts and polls with functions that do nothing, to see what our side of the call allocates. */
class PostAndPollAllocationTest implements CompletionHandler {
    private static final int CALLS = 50_000;
    private static final int COMPLETIONS_PER_POLL = 3;

    private long handed;

    @Override
    public void onSent(int queuePairNumber, long workRequestId) {
        handed++;
    }

    @Override
    public void onReceived(int queuePairNumber, long workRequestId, int lengthBytes) {
        throw new AssertionError("zeroed completions are of sends");
    }

    @Override
    public void onFailed(
            int queuePairNumber, long workRequestId, CompletionStatus status, int vendorError) {
        throw new AssertionError(status);
    }

    @Test
    void shouldAllocateNothing() {
        try (Arena arena = Arena.ofConfined();
                WorkRequests requests = new WorkRequests(0, FakeOps.labs(), FakeOps.labs())) {
            IbverbsRegion region = FakeOps.region(arena, 4096, 1);
            IbverbsCompletions completions =
                    new IbverbsCompletions(COMPLETIONS_PER_POLL, FakeOps.labs(), new Calls("f0"));
            postAndPoll(requests, region, completions);

            long before = allocatedBytes();
            postAndPoll(requests, region, completions);
            long allocatedBytes = allocatedBytes() - before;

            System.out.printf(
                    "%d posts and %d polls: %d bytes allocated%n",
                    2 * CALLS, CALLS, allocatedBytes);
            assertThat(handed).isEqualTo(2L * CALLS * COMPLETIONS_PER_POLL);
            assertThat(allocatedBytes).isLessThan(CALLS);
        }
    }

    private void postAndPoll(
            WorkRequests requests, IbverbsRegion region, IbverbsCompletions completions) {
        for (int call = 0; call < CALLS; call++) {
            requests.postReceive(call, region, 0, 4096);
            requests.postSend(call, region, 64, 64);
            completions.poll(this, COMPLETIONS_PER_POLL);
        }
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
