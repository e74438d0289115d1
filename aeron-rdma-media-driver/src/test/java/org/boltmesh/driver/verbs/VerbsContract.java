package org.boltmesh.driver.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.boltmesh.driver.verbs.Endpoint.Failed;
import org.boltmesh.driver.verbs.Endpoint.Received;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every provider does, with the manners it says it has. Both ends are in this process. */
abstract class VerbsContract {
    private static final int SLOT_BYTES = 16384;

    private final List<AutoCloseable> open = new ArrayList<>();
    private VerbsProvider provider;

    /** A provider of its own for each test. */
    protected abstract VerbsProvider createProvider();

    /** Name of a device with a link to {@link #right()}. */
    protected abstract String left();

    protected abstract String right();

    @BeforeEach
    void createTheProvider() {
        provider = createProvider();
        assertThat(provider.availability().available())
                .as(provider.availability().reason())
                .isTrue();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        provider.close();
    }

    private Endpoint endpoint(String device, int slotBytes) {
        Endpoint endpoint = Endpoint.of(provider, device, slotBytes);
        open.add(endpoint);
        return endpoint;
    }

    private Endpoint[] connected(int slotBytes) {
        Endpoint one = endpoint(left(), slotBytes);
        Endpoint other = endpoint(right(), slotBytes);
        Endpoint.connect(one, other);
        return new Endpoint[] {one, other};
    }

    private boolean thunderbolt() {
        return provider.manners() == Manners.THUNDERBOLT;
    }

    @Test
    void shouldNameItsDevices() {
        assertThat(provider.deviceNames()).contains(left(), right());
        assertThatThrownBy(() -> provider.open("rdma_en99"))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("rdma_en99");
    }

    @Test
    void shouldDescribeDeviceAndPort() {
        Endpoint one = endpoint(left(), SLOT_BYTES);

        assertThat(one.device.queryPort(1).state()).isEqualTo(PortState.ACTIVE);
        assertThat(one.device.queryGids(1)).hasSize(one.device.queryPort(1).gidTableLength());
        assertThat(one.address().gid().isIpv4()).isTrue();
        assertThat(one.pair.query().state()).isEqualTo(QueuePairState.RESET);
        if (thunderbolt()) {
            assertThat(one.device.attributes().maxQueuePairs()).isEqualTo(10);
            assertThat(one.device.attributes().maxRegions()).isEqualTo(100);
            assertThat(one.device.attributes().maxQueueDepth()).isEqualTo(4095);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 4096, 16384, 65536})
    void shouldDeliverInOrderAndUnchanged(int lengthBytes) {
        Endpoint[] ends = connected(lengthBytes);
        IntStream.range(0, Endpoint.SLOTS).forEach(ends[1]::postReceive);

        for (int slot = 0; slot < Endpoint.SLOTS; slot++) {
            assertThat(ends[0].send(slot, lengthBytes, slot)).isTrue();
        }
        Endpoint.pollUntil(
                ends[0],
                ends[1],
                "all completed",
                () -> ends[1].received.size() == 8 && ends[0].sent.size() == 8);

        assertThat(ends[0].sent).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
        for (int slot = 0; slot < Endpoint.SLOTS; slot++) {
            assertThat(ends[1].received.get(slot)).isEqualTo(new Received(slot, lengthBytes));
            assertThat(ends[1].equalBytes(slot, lengthBytes, slot)).isEqualTo(lengthBytes);
        }
        assertThat(ends[0].failed).isEmpty();
        assertThat(ends[1].failed).isEmpty();
    }

    @Test
    void shouldCarryBothWaysManyTimes() {
        Endpoint[] ends = connected(4096);
        for (int round = 0; round < 100; round++) {
            Endpoint from = ends[round % 2];
            Endpoint to = ends[1 - round % 2];
            int before = to.received.size();
            assertThat(to.postReceive(1)).isTrue();
            assertThat(from.send(0, 4096, round)).isTrue();
            Endpoint.pollUntil(from, to, "received", () -> to.received.size() > before);
            assertThat(to.equalBytes(1, 4096, round)).isEqualTo(4096);
        }
    }

    @Test
    void shouldRefuseToPostBeforeTheState() {
        Endpoint one = endpoint(left(), SLOT_BYTES);
        Endpoint other = endpoint(right(), SLOT_BYTES);
        one.init();
        other.init();

        assertThatThrownBy(() -> one.send(0, 64, 0)).isInstanceOf(VerbsException.class);
        one.readyToReceiveFrom(other.address());
        assertThatThrownBy(() -> one.send(0, 64, 0))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("ibv_post_send")
                .hasMessageContaining("EINVAL");
        if (thunderbolt()) {
            assertThatThrownBy(() -> one.postReceive(0))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("ibv_post_recv");
        } else {
            assertThat(one.postReceive(0)).isTrue();
        }
        one.readyToSend();
        assertThat(one.postReceive(1)).isTrue();
    }

    @Test
    void shouldRefuseIllegalTransitions() {
        Endpoint one = endpoint(left(), SLOT_BYTES);
        RemoteQueuePair self = one.address();

        assertThatThrownBy(() -> one.pair.modifyToSend(0)).hasMessageContaining("EINVAL");
        assertThatThrownBy(() -> one.pair.modifyToReceive(self, PathMtu.MTU_1024, 1, 0))
                .hasMessageContaining("EINVAL");
        one.init();
        assertThatThrownBy(one::init).hasMessageContaining("INIT");
        assertThat(one.pair.query().state()).isEqualTo(QueuePairState.INIT);
    }

    @Test
    void shouldTellAWrongGidIndex() {
        Endpoint one = endpoint(left(), SLOT_BYTES);
        Endpoint other = endpoint(right(), SLOT_BYTES);
        one.init();

        assertThatThrownBy(
                        () -> one.pair.modifyToReceive(other.address(), PathMtu.MTU_1024, 1, 9999))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> {
                            assertThat(e.call()).isEqualTo("ibv_modify_qp");
                            assertThat(e.errno()).isNotZero();
                            assertThat(e.device()).isEqualTo(left());
                        });
    }

    @Test
    void shouldHoldOrDropASendWithoutReceive() {
        Endpoint[] ends = connected(4096);
        ends[0].send(0, 4096, 1);
        Endpoint.pollMore(ends[0], ends[1]);

        if (thunderbolt()) {
            assertThat(ends[0].sent).isEmpty();
            ends[1].postReceive(0);
            Endpoint.pollUntil(ends[0], ends[1], "received", () -> ends[1].received.size() == 1);
            assertThat(ends[1].equalBytes(0, 4096, 1)).isEqualTo(4096);
        } else {
            Endpoint.pollUntil(ends[0], ends[1], "sent", () -> ends[0].sent.size() == 1);
            ends[1].postReceive(0);
            Endpoint.pollMore(ends[0], ends[1]);
            assertThat(ends[1].received).isEmpty();
            ends[0].send(1, 4096, 2);
            Endpoint.pollUntil(ends[0], ends[1], "received", () -> ends[1].received.size() == 1);
            assertThat(ends[1].equalBytes(0, 4096, 2)).isEqualTo(4096);
        }
    }

    @Test
    void shouldMindTheSizeOfTheReceive() {
        Endpoint[] ends = connected(SLOT_BYTES);
        ends[1].postReceive(0);
        ends[1].postReceive(1);
        ends[0].send(0, 100, 3);

        if (thunderbolt()) {
            Endpoint.pollUntil(ends[0], ends[1], "both failed", () -> ends[1].failed.size() == 2);
            assertThat(ends[1].failed)
                    .containsExactly(
                            new Failed(0, CompletionStatus.LOC_LEN_ERR),
                            new Failed(1, CompletionStatus.WR_FLUSH_ERR));
            assertThat(ends[1].received).isEmpty();
        } else {
            Endpoint.pollUntil(ends[0], ends[1], "received", () -> ends[1].received.size() == 1);
            assertThat(ends[1].received).containsExactly(new Received(0, 100));
        }
    }

    @Test
    void shouldDropOrFailAMessageLargerThanTheReceive() {
        Endpoint[] ends = connected(SLOT_BYTES);
        ends[1].pair.postReceive(5, ends[1].region, 0, 4096);
        ends[0].send(0, 8192, 3);

        if (thunderbolt()) {
            Endpoint.pollUntil(ends[0], ends[1], "failed", () -> ends[1].failed.size() == 1);
        } else {
            Endpoint.pollUntil(ends[0], ends[1], "sent", () -> ends[0].sent.size() == 1);
            Endpoint.pollMore(ends[0], ends[1]);
        }
        assertThat(ends[1].received).isEmpty();
    }

    @Test
    void shouldSayWhenAQueueIsFull() {
        Endpoint one = endpoint(left(), 4096);
        Endpoint other = endpoint(right(), 4096);
        Endpoint.connect(one, other);
        int depth = one.pair.query().depths().receive();

        int accepted = 0;
        while (accepted <= depth && one.postReceive(accepted % Endpoint.SLOTS)) {
            accepted++;
        }
        assertThat(accepted).isBetween(Endpoint.SLOTS / 2, depth);
    }

    @Test
    void shouldRefuseToCloseWhatIsInUse() {
        Endpoint one = endpoint(left(), SLOT_BYTES);

        assertThatThrownBy(one.completions::close)
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("EBUSY");
        assertThatThrownBy(one.domain::close).hasMessageContaining("EBUSY");
        one.pair.close();
        one.completions.close();
        one.completions.close();
        one.region.close();
        one.domain.close();
        one.close();
        one.close();
    }

    @Test
    void shouldKeepTheLimitOfQueuePairs() {
        Endpoint one = endpoint(left(), SLOT_BYTES);
        int limit = one.device.attributes().maxQueuePairs();
        assumeThat(limit).as("a limit that a test can reach").isLessThan(1000);
        List<QueuePair> pairs = new ArrayList<>();
        for (int held = 1; held < limit; held++) {
            pairs.add(create(one));
        }

        assertThatThrownBy(() -> create(one))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("EBUSY")
                .hasMessageContaining("1 by contract")
                .hasMessageContaining("by test");
        pairs.getFirst().close();
        create(one);
    }

    private static QueuePair create(Endpoint endpoint) {
        return endpoint.domain.createQueuePair(
                endpoint.completions, endpoint.completions, new QueueDepths(4, 4), "test");
    }

    @Test
    void shouldKeepTheLimitOfRegions() {
        Endpoint one = endpoint(left(), SLOT_BYTES);
        int limit = one.device.attributes().maxRegions();
        assumeThat(limit).as("a limit that a test can reach").isLessThan(1000);
        List<MemoryRegion> regions = new ArrayList<>();
        for (int held = 1; held < limit; held++) {
            regions.add(one.domain.allocateRegion(1, "test"));
        }

        assertThatThrownBy(() -> one.domain.allocateRegion(1, "test"))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("memory regions are held");
        regions.getFirst().close();
        one.domain.allocateRegion(1, "test");
    }

    @Test
    void shouldGoOnWhenThePeerHasClosed() {
        Endpoint[] ends = connected(4096);
        ends[1].postReceive(0);
        ends[1].close();
        for (int slot = 0; slot < 4; slot++) {
            ends[0].send(slot, 4096, slot);
        }
        for (int i = 0; i < 20_000; i++) {
            ends[0].poll();
        }
        if (thunderbolt()) {
            assertThat(ends[0].sent).isEmpty();
        }
        assertThat(ends[0].failed).isEmpty();
        ends[0].close();

        Endpoint[] anew = connected(4096);
        anew[1].postReceive(0);
        anew[0].send(0, 4096, 9);
        Endpoint.pollUntil(anew[0], anew[1], "received", () -> anew[1].received.size() == 1);
        assertThat(anew[1].equalBytes(0, 4096, 9)).isEqualTo(4096);
    }

    @Test
    void shouldAllocateNothingToPostAndPoll() {
        Endpoint[] ends = connected(4096);
        Counter counter = new Counter();
        exchange(ends, counter, 2_000);

        long before = allocatedBytes();
        exchange(ends, counter, 2_000);
        assertThat(allocatedBytes() - before).isLessThan(2_000);
    }

    private static void exchange(Endpoint[] ends, Counter counter, int rounds) {
        for (int round = 0; round < rounds; round++) {
            int received = counter.received;
            int sent = counter.sent;
            ends[1].pair.postReceive(1, ends[1].region, 0, 4096);
            ends[0].pair.postSend(2, ends[0].region, 0, 4096);
            long deadlineNs = System.nanoTime() + 20_000_000_000L;
            while (counter.received == received || counter.sent == sent) {
                ends[0].completions.poll(counter, 4);
                ends[1].completions.poll(counter, 4);
                if (System.nanoTime() > deadlineNs) {
                    throw new AssertionError("round " + round + " never completed");
                }
            }
        }
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    private static final class Counter implements CompletionHandler {
        private int sent;
        private int received;

        @Override
        public void onSent(int queuePairNumber, long workRequestId) {
            sent++;
        }

        @Override
        public void onReceived(int queuePairNumber, long workRequestId, int lengthBytes) {
            received++;
        }

        @Override
        public void onFailed(
                int queuePairNumber, long workRequestId, CompletionStatus status, int vendor) {
            throw new AssertionError(status);
        }
    }
}
