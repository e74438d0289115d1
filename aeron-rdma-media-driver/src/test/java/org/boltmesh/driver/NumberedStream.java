package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** A stream from a to b of a pair, whose messages must arrive once, in order and equal. */
final class NumberedStream {
    private static final int LENGTH_MIN_BYTES = 16;
    private static final int BURST = 4;

    private final InvokedPair pair;
    private final ExclusivePublication publication;
    private final Subscription subscription;
    private final UnsafeBuffer message;
    private final int lengthMaxBytes;
    private final Random lengths;
    private final Random expected;
    private final FragmentAssembler assembler;
    private int pendingLength;
    private int sent;
    private int received;
    private long receivedNs;
    private long longestGapNs;

    NumberedStream(InvokedPair pair, int mtu, int lengthMaxBytes, long seed) {
        this.pair = pair;
        this.lengthMaxBytes = lengthMaxBytes;
        int port = FreePort.udp();
        subscription = pair.subscription(port);
        publication = pair.publication(port, mtu);
        message = new UnsafeBuffer(ByteBuffer.allocateDirect(lengthMaxBytes));
        lengths = new Random(seed);
        expected = new Random(seed);
        assembler =
                new FragmentAssembler(
                        (buffer, offset, length, header) -> {
                            check(length == length(expected), length);
                            for (int at = 0; at + 4 <= length; at += 4) {
                                check(buffer.getInt(offset + at) == value(received, at), at);
                            }
                            received++;
                        });
        pair.turnUntil(() -> publication.isConnected() && subscription.isConnected());
    }

    /** Without AssertJ, which makes an object for every question. */
    private void check(boolean holds, int at) {
        if (!holds) {
            throw new AssertionError("message " + received + " is not what was sent, at " + at);
        }
    }

    private static int value(int number, int at) {
        return number * 0x9E37_79B9 + at;
    }

    private int length(Random random) {
        return LENGTH_MIN_BYTES + random.nextInt(lengthMaxBytes - LENGTH_MIN_BYTES);
    }

    /** Sends as fast as it may until so many more are sent; what arrives is checked. */
    void send(int count) {
        int end = sent + count;
        while (sent < end) {
            for (int burst = 0; burst < BURST && sent < end && offer(); burst++) {
                sent++;
            }
            turn();
        }
    }

    private boolean offer() {
        int length = nextLength();
        for (int at = 0; at + 4 <= length; at += 4) {
            message.putInt(at, value(sent, at));
        }
        boolean taken = publication.offer(message, 0, length) > 0;
        if (taken) {
            pendingLength = 0;
        }
        return taken;
    }

    private int nextLength() {
        if (pendingLength == 0) {
            pendingLength = length(lengths);
        }
        return pendingLength;
    }

    /** Turns the drivers once, and takes what has arrived. */
    void turn() {
        pair.turn();
        int before = received;
        subscription.poll(assembler, 50);
        if (received > before) {
            if (receivedNs != 0) {
                longestGapNs = Math.max(longestGapNs, pair.nowNs() - receivedNs);
            }
            receivedNs = pair.nowNs();
        }
    }

    /** Until all that was sent has arrived. */
    void settle() {
        for (int turn = 0; turn < 3_000_000 && received < sent; turn++) {
            turn();
        }
        assertThat(received).isEqualTo(sent);
    }

    /** Longest time without an arrival since the last question. */
    long takeLongestGapNs() {
        long gap = longestGapNs;
        longestGapNs = 0;
        return gap;
    }

    int received() {
        return received;
    }
}
