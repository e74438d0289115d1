package org.boltmesh.actors.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.shards.channel.ChannelEvent;
import org.boltmesh.shards.channel.FrameCounters;
import org.boltmesh.shards.channel.FrameOrigin;
import org.boltmesh.shards.channel.MessageBreak;
import org.boltmesh.shards.channel.MessageHandler;
import org.boltmesh.shards.channel.MessageLink;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;

/**
 * Measures round trips of messages between two threads with a client each: over one driver by
 * shared memory, and over two drivers by UDP on the loopback interface. Prints medians.
 */
final class RoundTripMain {
    private static final int MESSAGE_MAX_BYTES = 16 << 20;
    private static final long BUDGET_NS = TimeUnit.SECONDS.toNanos(4);
    private static final int THERE = 1;
    private static final int BACK = 2;

    private RoundTripMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("round-trip");
        int mtu = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8192;
        var first = MediaDriverOptions.in(home.resolve("a/aeron")).withMtu(mtu);
        var second = MediaDriverOptions.in(home.resolve("b/aeron")).withMtu(mtu);
        Files.createDirectories(home.resolve("a"));
        Files.createDirectories(home.resolve("b"));
        try (var left = new TestDriver(first);
                var right = new TestDriver(second)) {
            run("ipc", left, left, AeronStream.local(THERE), AeronStream.local(BACK));
            InetSocketAddress a = TestPorts.free("127.0.0.1");
            InetSocketAddress b = TestPorts.free("127.0.0.1");
            runUdp("udp mtu " + mtu, left, right, a, b);
        }
    }

    private static void run(
            String name, TestDriver left, TestDriver right, AeronStream there, AeronStream back)
            throws InterruptedException {
        try (var a = AeronTransport.open(left.directory(), RoundTripMain::say);
                var b = AeronTransport.open(right.directory(), RoundTripMain::say)) {
            measure(
                    name,
                    new Peer(a.sender(there), a.receiver(back)),
                    new Peer(b.sender(back), b.receiver(there)));
        }
    }

    private static void runUdp(
            String name,
            TestDriver left,
            TestDriver right,
            InetSocketAddress a,
            InetSocketAddress b)
            throws InterruptedException {
        try (var one = AeronTransport.open(left.directory(), RoundTripMain::say);
                var two = AeronTransport.open(right.directory(), RoundTripMain::say)) {
            measure(
                    name,
                    new Peer(
                            one.sender(AeronStream.to(b, a.getAddress(), THERE)),
                            one.receiver(AeronStream.at(a, BACK))),
                    new Peer(
                            two.sender(AeronStream.to(a, b.getAddress(), BACK)),
                            two.receiver(AeronStream.at(b, THERE))));
        }
    }

    private static void say(ChannelEvent event) {
        System.err.println(event);
    }

    private static void measure(String name, Peer near, Peer far) throws InterruptedException {
        Thread echo = new Thread(far::echo, "echo");
        echo.setDaemon(true);
        echo.start();
        for (int length : List.of(64, 8 << 10, 1 << 20, 16 << 20)) {
            near.roundTrips(length, BUDGET_NS / 4);
            long[] times = near.roundTrips(length, BUDGET_NS);
            Arrays.sort(times);
            System.out.printf(
                    "%s: %,d bytes: median %.1f us, p90 %.1f us, %d round trips%n",
                    name,
                    length,
                    times[times.length / 2] / 1e3,
                    times[times.length * 9 / 10] / 1e3,
                    times.length);
        }
        echo.interrupt();
        echo.join();
    }

    private static final class Peer implements MessageHandler {
        private final MessageLink link;
        private final IdleStrategy idle = new BackoffIdleStrategy(100, 1000, 1000, 1000);
        private ByteBuffer bytes = ByteBuffer.allocateDirect(0);
        private int length = -1;

        Peer(SendingChannel out, ReceivingChannel in) {
            link =
                    new MessageLink(
                            out,
                            in,
                            FrameOrigin.newborn(1, 1),
                            MESSAGE_MAX_BYTES,
                            MESSAGE_MAX_BYTES,
                            new FrameCounters());
        }

        @Override
        public void onMessage(int kind, int from, long number, ByteBuffer message, int size) {
            bytes = message;
            length = size;
        }

        @Override
        public void onBreak(MessageBreak gap) {
            throw new AssertionError(gap);
        }

        private void work() {
            idle.idle(link.poll(this) + link.doWork(System.nanoTime()));
        }

        private void send(ByteBuffer message, int size) {
            while (!link.offer(1, message, 0, size)) {
                work();
            }
            while (!link.isAllSent()) {
                work();
            }
        }

        void echo() {
            while (!Thread.currentThread().isInterrupted()) {
                work();
                if (length >= 0) {
                    int size = length;
                    length = -1;
                    send(bytes, size);
                }
            }
        }

        long[] roundTrips(int size, long budgetNs) {
            ByteBuffer message = ByteBuffer.allocateDirect(size);
            long[] times = new long[1 << 20];
            int count = 0;
            long endNs = System.nanoTime() + budgetNs;
            while (count < 3 || (count < times.length && System.nanoTime() < endNs)) {
                long startNs = System.nanoTime();
                length = -1;
                send(message, size);
                while (length < 0) {
                    work();
                }
                times[count++] = System.nanoTime() - startNs;
            }
            return Arrays.copyOf(times, count);
        }
    }
}
