package org.boltmesh.driver.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class DeviceTest {
    private final RecordingProvider provider = new RecordingProvider();
    private final RegisteredMemoryBudget budget = new RegisteredMemoryBudget(65536);
    private final CompletionHandler nobody =
            new CompletionHandler() {
                @Override
                public void onSent(int queuePairNumber, long workRequestId) {}

                @Override
                public void onReceived(int queuePairNumber, long workRequestId, int lengthBytes) {}

                @Override
                public void onFailed(int number, long id, CompletionStatus status, int vendor) {}
            };

    /** One of everything. */
    private final class Everything {
        final Device device = Device.open(provider, "rec0", budget);
        final ProtectionDomain domain = device.allocateProtectionDomain();
        final CompletionQueue completions = device.createCompletionQueue(8);
        final MemoryRegion region = domain.allocateRegion(20_000, "test");
        final QueuePair pair =
                domain.createQueuePair(completions, completions, new QueueDepths(1, 1), "test");

        Everything() {
            provider.calls.clear();
        }
    }

    @Test
    void shouldCloseEverythingInOrderAndOnce() {
        Device device = new Everything().device;

        device.close();
        device.close();

        assertThat(provider.calls)
                .containsExactly(
                        "destroy_qp",
                        "dereg_mr",
                        "free",
                        "destroy_cq",
                        "dealloc_pd",
                        "close_device");
        assertThat(budget.usedBytes()).isZero();
        assertThat(device.ledger().held(DeviceLedger.Kind.QUEUE_PAIR)).isZero();
    }

    @Test
    void shouldNotCloseTwiceWhatIsClosed() {
        Everything everything = new Everything();
        everything.pair.close();
        everything.region.close();

        everything.device.close();

        assertThat(provider.calls).containsOnlyOnce("destroy_qp", "dereg_mr", "free");
    }

    @Test
    void shouldCloseTheRestAfterAFailureAndKeepItsMemory() {
        Everything everything = new Everything();
        provider.refusals.put("dereg_mr", Errno.EIO);
        provider.refusals.put("destroy_cq", Errno.EBUSY);

        assertThatThrownBy(everything.device::close)
                .hasMessage("dereg_mr on rec0 failed with EIO (5): wanted dereg_mr")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
        assertThat(provider.calls)
                .doesNotContain("free", "dealloc_pd")
                .endsWith("destroy_cq", "close_device");
    }

    @Test
    void shouldGiveEverythingBackWhenARegionIsRefused() {
        Everything everything = new Everything();
        provider.refusals.put("reg_mr", Errno.ENOMEM);

        assertThatThrownBy(() -> everything.domain.allocateRegion(1, "more"))
                .hasMessageContaining("ENOMEM");

        assertThat(provider.calls).endsWith("allocate", "reg_mr", "free");
        assertThat(budget.usedBytes()).isEqualTo(32768);
        assertThat(everything.device.ledger().describe(DeviceLedger.Kind.REGION))
                .isEqualTo("1 by test");
    }

    @Test
    void shouldCloseADeviceThatDoesNotAnswer() {
        provider.refusals.put("query_device", Errno.EIO);

        assertThatThrownBy(() -> Device.open(provider, "rec0", budget))
                .hasMessageContaining("query_device");
        assertThat(provider.calls).endsWith("close_device");
    }

    @Test
    void shouldKeepTheBudget() {
        Everything everything = new Everything();

        assertThatThrownBy(() -> everything.domain.allocateRegion(32_769, "lane"))
                .hasMessage(
                        "ibv_reg_mr on rec0 failed with ENOMEM (12): wanted 49152 bytes for lane,"
                                + " but 32768 of the budget of 65536 bytes are registered");
        everything.domain.allocateRegion(32_768, "lane");
        assertThat(budget.usedBytes()).isEqualTo(65536);
    }

    @Test
    void shouldFindTheIpv4GidWhereverItIs() {
        assertThat(new Everything().device.findIpv4GidIndex(1)).hasValue(2);
    }

    @Test
    void shouldTellAFullQueueFromAFailure() {
        Everything everything = new Everything();
        provider.postErrno = Errno.ENOMEM;
        assertThat(everything.pair.postSend(1, everything.region, 0, 10)).isFalse();

        provider.postErrno = Errno.EINVAL;
        assertThatThrownBy(() -> everything.pair.postReceive(1, everything.region, 0, 10))
                .hasMessage(
                        "ibv_post_recv on rec0 failed with EINVAL (22): wanted 10 bytes on queue"
                                + " pair 77 of test in state RESET");
        assertThatThrownBy(() -> everything.completions.poll(nobody, 3))
                .hasMessageStartingWith("ibv_poll_cq on rec0 failed with EINVAL (22)");
    }

    @Test
    void shouldRefuseToPostBeyondARegion() {
        Everything everything = new Everything();

        for (long offset : new long[] {-1, 32768 - 9, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> everything.pair.postSend(1, everything.region, offset, 10))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        everything.pair.close();
        everything.region.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> everything.pair.postSend(1, everything.region, 0, 10));
    }

    @Test
    void shouldNotLendOutWhatIsClosed() {
        Everything everything = new Everything();
        everything.pair.close();
        everything.completions.close();
        provider.calls.clear();

        assertThatThrownBy(
                        () ->
                                everything.domain.createQueuePair(
                                        everything.completions,
                                        everything.completions,
                                        new QueueDepths(1, 1),
                                        "test"))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("EINVAL")
                .hasMessageContaining("one of rec0 that is closed");
        assertThatThrownBy(everything.pair::query)
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("queue pair 77 of test, but it is closed");
        assertThat(provider.calls).isEmpty();
        assertThat(everything.device.ledger().held(DeviceLedger.Kind.QUEUE_PAIR)).isZero();
    }

    @Test
    void shouldNotLendOutWhatIsAnotherDevices() {
        CompletionQueue other = Device.open(provider, "rec1", budget).createCompletionQueue(8);
        Everything everything = new Everything();

        assertThatThrownBy(
                        () ->
                                everything.domain.createQueuePair(
                                        everything.completions,
                                        other,
                                        new QueueDepths(1, 1),
                                        "test"))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("one of rec1 that is open");
    }

    @Test
    void shouldHoldToItsDeviceThread() {
        Everything everything = new Everything();

        inAnother(
                () ->
                        assertThatIllegalStateException()
                                .isThrownBy(everything.device::close)
                                .withMessageContaining("device thread"));
        inAnother(
                () ->
                        assertThatIllegalStateException()
                                .isThrownBy(() -> everything.pair.modifyToInit(1)));
        assertThat(provider.calls).isEmpty();
    }

    @Test
    void shouldNotDestroyWhatAnotherThreadStillPostsTo() {
        Everything everything = new Everything();
        inAnother(() -> everything.pair.postSend(1, everything.region, 0, 10));

        assertThatIllegalStateException()
                .isThrownBy(everything.device::close)
                .withMessageContaining("retire it there first");
        assertThatIllegalStateException()
                .isThrownBy(() -> everything.pair.postSend(1, everything.region, 0, 10));
        assertThat(provider.calls).isEmpty();
    }

    @Test
    void shouldDestroyWhatItsOwnerRetired() {
        Everything everything = new Everything();
        inAnother(
                () -> {
                    everything.pair.postSend(1, everything.region, 0, 10);
                    everything.pair.retire();
                    assertThatIllegalStateException()
                            .isThrownBy(() -> everything.pair.postSend(1, everything.region, 0, 10))
                            .withMessageContaining("retired");
                });

        everything.device.close();
        assertThat(provider.calls).endsWith("close_device");
    }

    private static void inAnother(Runnable body) {
        try {
            CompletableFuture.runAsync(body, command -> new Thread(command).start()).join();
        } catch (CompletionException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
