package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.boltmesh.shards.channel.FrameCounters;
import org.boltmesh.shards.channel.FrameOrigin;
import org.boltmesh.shards.channel.MessageBreak;
import org.boltmesh.shards.channel.MessageHandler;
import org.boltmesh.shards.channel.MessageLink;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;

/** Both ends of a link, worked by the test's own thread. */
final class TestPair {
    static final int MESSAGE_MAX_BYTES = 16 << 20;

    private static final long TIMEOUT_S = 60;

    private final End near;
    private final End far;

    /** Streams of two transports, one there and one back. */
    TestPair(
            SendingChannel there,
            ReceivingChannel receiving,
            SendingChannel back,
            ReceivingChannel receivingBack) {
        near = new End(there, receivingBack);
        far = new End(back, receiving);
    }

    static TestPair of(
            AeronTransport near, AeronTransport far, AeronStream there, AeronStream back) {
        return new TestPair(
                near.sender(there), far.receiver(there), far.sender(back), near.receiver(back));
    }

    static ByteBuffer random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return ByteBuffer.allocateDirect(length).put(bytes).clear();
    }

    void awaitConnected() {
        await(() -> near.isConnected() && far.isConnected());
    }

    /** Sends a message and checks what comes. */
    void carry(ByteBuffer message) {
        carry(near, far, message);
    }

    void carryBack(ByteBuffer message) {
        carry(far, near, message);
    }

    private void carry(End from, End to, ByteBuffer message) {
        from.offer(message);
        awaitArrival(from, to, message);
    }

    /** Begins a message and does not end it. */
    void begin(ByteBuffer message) {
        near.offer(message);
        await(() -> work() > 0);
    }

    /** Awaits what was begun. */
    void finish(ByteBuffer message) {
        awaitArrival(near, far, message);
    }

    private void awaitArrival(End from, End to, ByteBuffer message) {
        await(() -> work() >= 0 && to.received == from.sent);
        assertThat(to.message).isEqualTo(message.clear());
    }

    int work() {
        return near.work() + far.work();
    }

    FrameCounters counters() {
        return far.counters;
    }

    static void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) { // asserting here would allocate
                throw new AssertionError("not within " + TIMEOUT_S + " s");
            }
            LockSupport.parkNanos(1000);
        }
    }

    private static final class End implements MessageHandler {
        private final SendingChannel out;
        private final ReceivingChannel in;
        private final FrameCounters counters = new FrameCounters();
        private final MessageLink link;
        private long sent;
        private long received;
        private ByteBuffer message = ByteBuffer.allocate(0);

        End(SendingChannel out, ReceivingChannel in) {
            this.out = out;
            this.in = in;
            var origin = FrameOrigin.newborn(1, 1);
            link = new MessageLink(out, in, origin, MESSAGE_MAX_BYTES, MESSAGE_MAX_BYTES, counters);
        }

        boolean isConnected() {
            return out.isConnected() && in.isConnected();
        }

        void offer(ByteBuffer bytes) {
            assertThat(link.offer(1, bytes, 0, bytes.capacity())).isTrue();
            sent++;
        }

        int work() {
            return link.poll(this) + link.doWork(System.nanoTime());
        }

        @Override
        public void onMessage(int kind, int from, long number, ByteBuffer bytes, int length) {
            assertThat(number).isEqualTo(received + 1);
            received = number;
            message = bytes.clear().limit(length).asReadOnlyBuffer();
        }

        @Override
        public void onBreak(MessageBreak gap) {
            throw new AssertionError(gap);
        }
    }
}
