package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.boltmesh.driver.link.LinkState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Aeron's streams between two drivers with a cable. */
@Timeout(120)
class MeshTrafficTest {
    private static final int STREAM = 7;
    private static final int MESSAGES = 2000;

    @TempDir private Path folder;
    private final int port = FreePort.udp();

    @Test
    void shouldCarryAllTrafficOnLanesOnceTheLinkIsUp() {
        try (var drivers = new TwoDrivers(folder)) {
            drivers.joinAndAwaitUp();
            Stream stream = new Stream(drivers, port, 32_736);
            stream.awaitConnected();
            stream.exchange(200, 9);
            long before = TwoDrivers.udpBytes(drivers.a);
            stream.exchange(MESSAGES, 1);
            assertThat(TwoDrivers.udpBytes(drivers.a)).isEqualTo(before);
            Await.until(
                    () ->
                            TwoDrivers.link(drivers.a).traffic().sentBytes()
                                    > MESSAGES * (long) Stream.LENGTH_MIN_BYTES);
            Await.until(() -> counter(drivers, "rdma link b cable 0 sent-bytes") > MESSAGES);
            assertThat(counter(drivers, "rdma link b cable 0 state")).isEqualTo(2);
        }
    }

    private static long counter(TwoDrivers drivers, String label) {
        CountersReader counters = drivers.client(drivers.a).countersReader();
        long[] value = {-1};
        counters.forEach(
                (id, text) -> {
                    if (text.equals(label)) {
                        value[0] = counters.getCounterValue(id);
                    }
                });
        return value[0];
    }

    @Test
    void shouldGiveQueuePairsAndRegionsBackWhenDriversEnd() {
        var drivers = new TwoDrivers(folder);
        drivers.joinAndAwaitUp();
        assertThat(drivers.fabric.queuePairsHeld(drivers.end("a"))).isPositive();
        drivers.a.close();
        assertThat(drivers.fabric.queuePairsHeld(drivers.end("a"))).isZero();
        assertThat(drivers.fabric.regionsHeld(drivers.end("a"))).isZero();
        drivers.close();
    }

    @Test
    void shouldComeUpAgainWithANewDriver() {
        try (var drivers = new TwoDrivers(folder)) {
            drivers.joinAndAwaitUp();
            long epoch = TwoDrivers.link(drivers.a).epoch();
            drivers.b.close();
            TwoDrivers.awaitState(drivers.a, LinkState.DOWN);
            try (RdmaMediaDriver another = drivers.launch("b")) {
                TwoDrivers.join(drivers.a, "a", another, "b");
                TwoDrivers.join(another, "b", drivers.a, "a");
                TwoDrivers.awaitState(drivers.a, LinkState.UP);
                TwoDrivers.awaitState(another, LinkState.UP);
                assertThat(TwoDrivers.link(drivers.a).epoch()).isGreaterThan(epoch);
            }
        }
    }

    @Test
    void shouldGoOnByUdpWhileTheCableIsOutAndReturn() {
        try (var drivers = new TwoDrivers(folder)) {
            drivers.joinAndAwaitUp();
            Stream stream = new Stream(drivers, port, 8192);
            stream.awaitConnected();
            stream.exchange(200, 2);
            drivers.fabric.pull(drivers.end("a"));
            stream.exchange(MESSAGES, 3);
            assertThat(TwoDrivers.link(drivers.a).state()).isNotEqualTo(LinkState.UP);
            drivers.fabric.plug(drivers.end("a"));
            TwoDrivers.awaitState(drivers.a, LinkState.UP);
            TwoDrivers.awaitState(drivers.b, LinkState.UP);
            stream.exchange(200, 4);
            long before = TwoDrivers.udpBytes(drivers.a);
            stream.exchange(200, 5);
            assertThat(TwoDrivers.udpBytes(drivers.a)).isEqualTo(before);
        }
    }

    /** A stream from a to b whose messages can be told apart. */
    private static final class Stream {
        static final int LENGTH_MIN_BYTES = 8;
        private static final int LENGTH_MAX_BYTES = 60_000;

        private final ExclusivePublication publication;
        private final Subscription subscription;
        private final UnsafeBuffer message =
                new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH_MAX_BYTES));
        private int received;

        Stream(TwoDrivers drivers, int port, int mtu) {
            Aeron to = drivers.client(drivers.b);
            Aeron from = drivers.client(drivers.a);
            subscription = TwoDrivers.subscription(to, port, STREAM);
            publication = TwoDrivers.publication(from, port, STREAM, mtu);
        }

        void awaitConnected() {
            Await.until(() -> publication.isConnected() && subscription.isConnected());
        }

        void exchange(int count, long seed) {
            Random lengths = new Random(seed);
            Random expected = new Random(seed);
            received = 0;
            var assembler =
                    new io.aeron.FragmentAssembler(
                            (buffer, offset, length, header) -> {
                                int wanted = length(expected);
                                assertThat(length).isEqualTo(wanted);
                                assertThat(buffer.getInt(offset)).isEqualTo(received);
                                assertThat(buffer.getInt(offset + length - 4)).isEqualTo(received);
                                received++;
                            });
            for (int sent = 0; sent < count; sent++) {
                int length = length(lengths);
                message.putInt(0, sent);
                message.putInt(length - 4, sent);
                while (publication.offer(message, 0, length) < 0) {
                    subscription.poll(assembler, 10);
                }
                subscription.poll(assembler, 10);
            }
            Await.until(
                    () -> {
                        subscription.poll(assembler, 100);
                        return received == count;
                    });
        }

        private static int length(Random random) {
            return LENGTH_MIN_BYTES + random.nextInt(LENGTH_MAX_BYTES - LENGTH_MIN_BYTES);
        }
    }
}
