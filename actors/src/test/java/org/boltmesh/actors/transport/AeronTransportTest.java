package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.shards.channel.ChannelEvent;
import org.boltmesh.shards.channel.FrameVerdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With real media drivers in child JVMs. */
@Timeout(240)
class AeronTransportTest {
    private static final ByteBuffer LONG = TestPair.random(1, TestPair.MESSAGE_MAX_BYTES);
    private static final ByteBuffer SHORT = TestPair.random(2, 3000);

    @TempDir Path left;
    @TempDir Path right;

    private final List<ChannelEvent> events = new CopyOnWriteArrayList<>();

    @Test
    void shouldCarryLongMessagesBothWaysThroughOneDriver() {
        try (var driver = new TestDriver(left);
                var a = open(driver);
                var b = open(driver)) {
            var pair = local(a, b);
            pair.carry(LONG);
            pair.carryBack(LONG);
            pair.carry(SHORT);
            assertThat(pair.counters().counts().keySet())
                    .isSubsetOf(FrameVerdict.ACCEPTED, FrameVerdict.CONTROL);
        }
    }

    @Test
    void shouldComeBackWhenEitherDriverIsKilled() throws IOException {
        InetSocketAddress leftAddress = TestPorts.free("127.0.0.1");
        InetSocketAddress rightAddress = TestPorts.free("127.0.0.1");
        try (var leftDriver = new TestDriver(left);
                var rightDriver = new TestDriver(right);
                var a = open(leftDriver);
                var b = open(rightDriver)) {
            var pair = udp(a, leftAddress, b, rightAddress);
            pair.carry(LONG);
            pair.carryBack(LONG);

            pair.begin(LONG);
            killAndRestart(leftDriver);
            pair.finish(LONG);
            pair.carryBack(LONG);

            pair.begin(LONG);
            killAndRestart(rightDriver);
            pair.finish(LONG);
            pair.carryBack(SHORT);
        }
    }

    private void killAndRestart(TestDriver driver) {
        events.clear();
        driver.kill();
        TestPair.await(
                () -> events.stream().anyMatch(ChannelEvent.ChannelBroken.class::isInstance));
        assertThat(events.getFirst())
                .isInstanceOfSatisfying(
                        ChannelEvent.ChannelBroken.class,
                        broken -> assertThat(broken.reason()).contains("driver is gone"));
        driver.restart();
    }

    @Test
    void shouldGoOnInTheDirectoryThatItIsToldOf() {
        try (var first = new TestDriver(left);
                var a = open(first);
                var b = open(first)) {
            var pair = local(a, b);
            pair.carry(LONG);
            pair.begin(LONG);
            first.kill();
            try (var second = new TestDriver(right)) {
                a.moveTo(second.directory());
                b.moveTo(second.directory());
                pair.finish(LONG);
                pair.carryBack(SHORT);
                // As when the first hangs and is not dead: what lives is left, too.
                first.restart();
                a.moveTo(first.directory());
                b.moveTo(first.directory());
                pair.carry(SHORT);
            }
            pair.carry(SHORT);
        }
    }

    @Test
    void shouldWaitForADriverThatIsNotThereYet() {
        try (var transport = AeronTransport.open(left.resolve("aeron"), events::add)) {
            var pair = local(transport, transport);
            assertThat(pair.work()).isZero();
            assertThat(transport.isConnected()).isFalse();
            try (var driver = new TestDriver(left)) {
                pair.carry(SHORT);
                assertThat(driver.pid()).isPositive();
            }
        }
    }

    @Test
    void shouldTellWhenTheOtherEndGoesAndComes() {
        try (var driver = new TestDriver(left);
                var a = open(driver);
                var b = open(driver)) {
            var sending = a.sender(AeronStream.local(1));
            var receiving = b.receiver(AeronStream.local(1));
            var back = b.sender(AeronStream.local(2));
            var receivingBack = a.receiver(AeronStream.local(2));
            new TestPair(sending, receiving, back, receivingBack).carry(SHORT);
            receiving.close();
            TestPair.await(() -> !sending.isConnected() && sending.incarnation() == 1);
            var again = b.receiver(AeronStream.local(1));
            new TestPair(sending, again, back, receivingBack).carry(SHORT);
            // The transports look now and then: a message may be here before the event.
            TestPair.await(() -> hasBroken("the receiver is gone"));
            TestPair.await(() -> hasBroken("joined the stream at position"));
        }
    }

    private boolean hasBroken(String reason) {
        return events.stream()
                .anyMatch(
                        event ->
                                event instanceof ChannelEvent.ChannelBroken broken
                                        && broken.reason().contains(reason));
    }

    @Test
    void shouldBindNothingButWhatIsConfigured() throws IOException {
        assumeThat(Path.of("/proc/net/udp")).as("Linux's list of sockets").exists();
        InetSocketAddress from = TestPorts.free("127.0.0.1");
        InetSocketAddress to = TestPorts.free("127.0.0.2");
        try (var driver = new TestDriver(left);
                var transport = open(driver)) {
            udp(transport, from, transport, to).carry(SHORT);
            assertThat(TestPorts.boundBy(driver.pid())).containsOnly("0100007F", "0200007F");
        }
    }

    @Test
    void shouldTellThatAPortIsInUseAndTakeItLater() throws IOException {
        InetSocketAddress own = TestPorts.free("127.0.0.1");
        try (var driver = new TestDriver(left);
                var transport = open(driver)) {
            try (var thief = new DatagramSocket(own)) {
                assertThat(thief.isBound()).isTrue();
                var stream = AeronStream.at(own, 1);
                transport.receiver(stream);
                TestPair.await(() -> !events.isEmpty());
                assertThat(events.getFirst().channel()).isEqualTo(stream.toString());
                assertThat(events.getFirst().toString()).contains("in use");
            }
            var sending = transport.sender(AeronStream.to(own, own.getAddress(), 1));
            TestPair.await(sending::isConnected);
        }
    }

    @Test
    void shouldRefuseAddressesThatAreNotOneInterface() throws IOException {
        InetSocketAddress own = TestPorts.free("127.0.0.1");
        assertThatThrownBy(() -> AeronStream.at(new InetSocketAddress(4000), 1))
                .hasMessageContaining("want the address of one interface");
        assertThatThrownBy(() -> AeronStream.at(new InetSocketAddress(own.getAddress(), 0), 1))
                .hasMessageContaining("with a port");
        assertThatThrownBy(
                        () ->
                                AeronStream.to(
                                        InetSocketAddress.createUnresolved("host", 1),
                                        own.getAddress(),
                                        1))
                .hasMessageContaining("want a resolved address");
    }

    @Test
    void shouldAllocateNothingPerFrame() {
        try (var driver = new TestDriver(MediaDriverOptions.in(left.resolve("aeron")));
                var transport = open(driver)) {
            var pair = local(transport, transport);
            long leastBytes = Long.MAX_VALUE;
            for (int count = 0; count < 8; count++) {
                long before = allocatedBytes();
                pair.carry(LONG);
                leastBytes = Math.min(leastBytes, allocatedBytes() - before);
            }
            // What frames allocate they allocate each time; a JVM that compiles does so once.
            int frames = TestPair.MESSAGE_MAX_BYTES / MediaDriverOptions.MTU_MAX_BYTES;
            assertThat(leastBytes).isLessThan(frames * 16L);
        }
    }

    private static long allocatedBytes() {
        var threads =
                (com.sun.management.ThreadMXBean)
                        java.lang.management.ManagementFactory.getThreadMXBean();
        return threads.getCurrentThreadAllocatedBytes();
    }

    private AeronTransport open(TestDriver driver) {
        return AeronTransport.open(driver.directory(), events::add);
    }

    private static TestPair local(AeronTransport near, AeronTransport far) {
        return TestPair.of(near, far, AeronStream.local(1), AeronStream.local(2));
    }

    private static TestPair udp(
            AeronTransport from, InetSocketAddress own, AeronTransport to, InetSocketAddress peer) {
        return new TestPair(
                from.sender(AeronStream.to(peer, own.getAddress(), 7)),
                to.receiver(AeronStream.at(peer, 7)),
                to.sender(AeronStream.to(own, peer.getAddress(), 7)),
                from.receiver(AeronStream.at(own, 7)));
    }
}
