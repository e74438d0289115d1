package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.boltmesh.shards.channel.FrameCounters;
import org.boltmesh.shards.channel.MessageSender;
import org.boltmesh.shards.channel.Reassembler;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;

/** Both ends of a channel, worked by the test's own thread. */
final class TestPair {
    static final int MESSAGE_MAX_BYTES = 16 << 20;

    private static final long TIMEOUT_S = 60;

    private final SendingChannel sending;
    private final ReceivingChannel receiving;
    private final MessageSender sender;
    private final FrameCounters counters = new FrameCounters();
    private final Reassembler reassembler =
            new Reassembler(2, MESSAGE_MAX_BYTES, 1, this::onMessage, counters);
    private long receivedStep = -1;
    private ByteBuffer received = ByteBuffer.allocate(0);

    TestPair(SendingChannel sending, ReceivingChannel receiving) {
        this.sending = sending;
        this.receiving = receiving;
        sender = new MessageSender(sending, 1, 1);
    }

    static ByteBuffer random(long seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return ByteBuffer.allocateDirect(length).put(bytes).clear();
    }

    private void onMessage(int kind, int from, long step, ByteBuffer bytes, int length) {
        receivedStep = step;
        received = bytes.clear().limit(length).asReadOnlyBuffer();
    }

    void awaitConnected() {
        await(() -> sending.isConnected() && receiving.isConnected());
    }

    /** Sends a message and checks what comes. */
    void carry(long step, ByteBuffer message) {
        sender.begin(1, step, message, 0, message.capacity());
        await(() -> work() >= 0 && receivedStep == step);
        assertThat(received).isEqualTo(message.clear());
        reassembler.advanceTo(step + 1);
    }

    /** Begins a message and does not end it. */
    void begin(long step, ByteBuffer message) {
        sender.begin(1, step, message, 0, message.capacity());
        await(() -> work() > 0);
    }

    /** Ends what was begun, where the channel is back. */
    void finish(long step, ByteBuffer message) {
        await(() -> work() >= 0 && sender.isIdle());
        if (receivedStep != step) {
            carry(step, message);
        }
    }

    int work() {
        return sender.doWork() + receiving.poll(reassembler, 64);
    }

    FrameCounters counters() {
        return counters;
    }

    static void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNs);
            LockSupport.parkNanos(1000);
        }
    }
}
