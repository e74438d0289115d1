package org.boltmesh.driver.verbs;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeviceThreadTest {
    private static final long DEADLINE_NS = 1_000_000_000;

    private final RecordingProvider provider = new RecordingProvider();
    private final AtomicLong nowNs = new AtomicLong();
    private final List<VerbsException> quarantines = new ArrayList<>();

    private DeviceThread start() {
        return DeviceThread.start(
                provider,
                "rec0",
                new RegisteredMemoryBudget(1 << 20),
                DEADLINE_NS,
                nowNs::get,
                quarantines::add);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(10, SECONDS);
    }

    private static VerbsException failure(CompletableFuture<?> future) {
        assertThatThrownBy(() -> get(future))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(VerbsException.class);
        return (VerbsException) future.exceptionNow();
    }

    @Test
    void shouldMakeCallsOnItsThread() throws Exception {
        DeviceThread thread = start();

        CompletableFuture<String> name =
                thread.submit(
                        "ibv_alloc_pd",
                        device -> {
                            device.allocateProtectionDomain();
                            return Thread.currentThread().getName();
                        });

        assertThat(get(name)).isEqualTo("device-rec0");
        assertThat(get(thread.shutDown())).isTrue();
        assertThat(provider.calls).endsWith("dealloc_pd", "close_device");
    }

    @Test
    void shouldFailEverythingIfTheDeviceCannotBeOpened() {
        provider.refusals.put("open", Errno.ENODEV);
        DeviceThread thread = start();

        assertThat(failure(thread.opening()).errno()).isEqualTo(Errno.ENODEV);
        assertThat(failure(thread.submit("ibv_alloc_pd", Device::allocateProtectionDomain)))
                .isSameAs(thread.opening().exceptionNow());
        assertThat(failure(thread.shutDown()).errno()).isEqualTo(Errno.ENODEV);
    }

    @Test
    void shouldGoOnAfterAFailedCall() throws Exception {
        DeviceThread thread = start();
        provider.refusals.put("alloc_pd", Errno.ENOMEM);

        assertThat(failure(thread.submit("ibv_alloc_pd", Device::allocateProtectionDomain)))
                .hasMessageContaining("ENOMEM");
        PortAttributes port = get(thread.submit("ibv_query_port", device -> device.queryPort(1)));
        assertThat(port.state()).isEqualTo(PortState.ACTIVE);
    }

    @Test
    void shouldQuarantineADeviceWhoseCallHangs() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        provider.entered.put("alloc_pd", entered);
        provider.hangs.put("alloc_pd", release);
        DeviceThread thread = start();
        get(thread.opening());
        var hung = thread.submit("ibv_alloc_pd", Device::allocateProtectionDomain);
        var behind = thread.submit("ibv_create_cq", device -> device.createCompletionQueue(1));
        assertThat(entered.await(10, SECONDS)).isTrue();

        assertThat(thread.checkDeadline(DEADLINE_NS - 1)).isZero();
        assertThat(hung).isNotDone();
        assertThat(thread.checkDeadline(DEADLINE_NS)).isEqualTo(1);
        assertThat(thread.checkDeadline(DEADLINE_NS + 1)).isZero();

        assertThat(thread.isQuarantined()).isTrue();
        assertThat(failure(hung))
                .hasMessageStartingWith("ibv_alloc_pd on rec0 failed with ETIMEDOUT")
                .hasMessageContaining("within 1000 ms");
        assertThat(quarantines).containsExactly(failure(behind));
        assertThat(failure(thread.submit("ibv_query_port", device -> device.queryPort(1))))
                .isSameAs(quarantines.getFirst());

        CompletableFuture<Boolean> closed = thread.shutDown();
        assertThat(closed).isNotDone();
        release.countDown();
        assertThat(get(closed)).isTrue();
        assertThat(provider.calls)
                .doesNotContain("create_cq")
                .endsWith("dealloc_pd", "close_device");
    }

    @Test
    void shouldQuarantineADeviceThatDoesNotOpen() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        provider.entered.put("open", entered);
        provider.hangs.put("open", new CountDownLatch(1));
        DeviceThread thread = start();
        assertThat(entered.await(10, SECONDS)).isTrue();

        thread.checkDeadline(DEADLINE_NS);

        assertThat(failure(thread.opening()).call()).isEqualTo("ibv_open_device");
    }

    @Test
    void shouldTellOfAnyFailureAndGoOn() throws Exception {
        DeviceThread thread = start();
        CompletableFuture<Object> failed =
                thread.submit(
                        "ibv_modify_qp",
                        _ -> {
                            throw new IllegalArgumentException("number -1");
                        });

        assertThatThrownBy(() -> get(failed)).hasRootCauseMessage("number -1");
        PortAttributes port = get(thread.submit("ibv_query_port", device -> device.queryPort(1)));
        assertThat(port.state()).isEqualTo(PortState.ACTIVE);
    }

    @Test
    void shouldFailWhatComesAfterItsEnd() throws Exception {
        DeviceThread thread = start();
        assertThat(get(thread.shutDown())).isTrue();

        assertThat(failure(thread.submit("ibv_query_port", device -> device.queryPort(1))))
                .hasMessageContaining("shut down");
        assertThat(failure(thread.shutDown()).errno()).isEqualTo(Errno.ENODEV);
    }

    @Test
    void shouldCloseADeviceThatWasShutDownBeforeItsQuarantine() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        provider.entered.put("alloc_pd", entered);
        provider.entered.put("close_device", closed);
        provider.hangs.put("alloc_pd", release);
        DeviceThread thread = start();
        var hung = thread.submit("ibv_alloc_pd", Device::allocateProtectionDomain);
        assertThat(entered.await(10, SECONDS)).isTrue();
        CompletableFuture<Boolean> shutDown = thread.shutDown();

        assertThat(thread.checkDeadline(DEADLINE_NS)).isEqualTo(1);

        assertThat(failure(hung)).isSameAs(failure(shutDown));
        release.countDown();
        assertThat(closed.await(10, SECONDS)).isTrue();
    }

    @Test
    void shouldCloseADeviceThatOpensTooLate() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        provider.entered.put("open", entered);
        provider.entered.put("close_device", closed);
        provider.hangs.put("open", release);
        DeviceThread thread = start();
        assertThat(entered.await(10, SECONDS)).isTrue();
        assertThat(thread.checkDeadline(DEADLINE_NS)).isEqualTo(1);

        release.countDown();

        assertThat(closed.await(10, SECONDS)).isTrue();
        assertThat(failure(thread.opening()).errno()).isEqualTo(Errno.ETIMEDOUT);
    }
}
