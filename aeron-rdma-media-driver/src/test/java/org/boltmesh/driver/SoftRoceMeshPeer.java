package org.boltmesh.driver;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.guest.RoceHost;
import org.boltmesh.driver.guest.RoceNode;

/**
 * A driver on real verbs and a client of it: the second host sends back what comes, the first one
 * sends numbered messages to and fro, says what went which way, and does it again for each line of
 * its standard input. Argument: a folder.
 */
final class SoftRoceMeshPeer {
    static final String OK = "ALL BACK";

    /** Setups before the other's endpoint is known. */
    static final long UDP_MAX_BYTES = 20_000;

    private static final int UDP_PORT = 7079;
    private static final int MTU_BYTES = 8192;
    private static final int MESSAGES = 60;
    private static final int LENGTH_MAX_BYTES = 16_000;

    /** Emulated processors hold a loop up for long. */
    private static final int DRIVER_TIMEOUT_MS = 60_000;

    private final RoceNode node;
    private final Subscription in;
    private final ExclusivePublication out;
    private final UnsafeBuffer message =
            new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH_MAX_BYTES));
    private int received;

    private SoftRoceMeshPeer(RoceNode node, Aeron client) {
        this.node = node;
        RoceHost host = node.host();
        in = client.addSubscription("aeron:udp?endpoint=" + host.own() + ":" + UDP_PORT, 1);
        out =
                client.addExclusivePublication(
                        "aeron:udp?endpoint=%s:%d|interface=%s|mtu=%d"
                                .formatted(host.peer(), UDP_PORT, host.own(), MTU_BYTES),
                        1);
    }

    public static void main(String[] arguments) throws IOException {
        try (RoceNode node = RoceNode.start(Path.of(arguments[0]));
                Aeron client =
                        Aeron.connect(
                                new Aeron.Context()
                                        .driverTimeoutMs(DRIVER_TIMEOUT_MS)
                                        .aeronDirectoryName(node.aeronDirectory().toString()))) {
            new SoftRoceMeshPeer(node, client).run();
        }
    }

    private void run() throws IOException {
        node.await(() -> out.isConnected() && in.isConnected(), () -> "streams both ways");
        if (!node.host().isFirst()) {
            echo();
            return;
        }
        var told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String phase = "plain"; phase != null; phase = told.readLine()) {
            exchange();
            System.out.printf(
                    "%s %s: %s, %s%n", phase, OK, node.traffic(), node.status().links().getFirst());
        }
    }

    private void echo() {
        FragmentHandler handler =
                new FragmentAssembler(
                        (buffer, offset, length, header) -> {
                            message.putBytes(0, buffer, offset, length);
                            offer(length);
                        });
        while (in.isConnected()) {
            in.poll(handler, 10);
            LockSupport.parkNanos(20_000);
        }
    }

    private void offer(int length) {
        node.await(() -> out.offer(message, 0, length) > 0, () -> "room for " + length + " bytes");
    }

    private void exchange() {
        received = 0;
        FragmentHandler handler =
                new FragmentAssembler(
                        (buffer, offset, length, header) -> {
                            int wanted = length(received);
                            if (length != wanted
                                    || buffer.getInt(offset) != received
                                    || buffer.getInt(offset + length - 4) != received) {
                                throw new IllegalStateException("message " + received);
                            }
                            received++;
                        });
        for (int sent = 0; sent < MESSAGES; sent++) {
            int number = sent;
            int length = length(number);
            message.putInt(0, number);
            message.putInt(length - 4, number);
            offer(length);
            node.await(
                    () -> {
                        in.poll(handler, 10);
                        return received > number;
                    },
                    () -> "message " + number);
        }
    }

    private static int length(int number) {
        return 64 + number * 37_987 % (LENGTH_MAX_BYTES - 64);
    }
}
