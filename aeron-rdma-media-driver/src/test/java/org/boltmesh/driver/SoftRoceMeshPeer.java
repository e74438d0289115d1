package org.boltmesh.driver;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.MeshCable;
import org.boltmesh.driver.mesh.MeshPeer;
import org.boltmesh.driver.mesh.MeshView;

/**
 * A driver on real verbs and a client of it: {@code echo} sends back what comes, {@code ping} sends
 * numbered messages to and fro and says what went which way. Arguments: role, own address, peer's
 * address, device, folder. When the folder has the file {@code go-on}, ping does it again.
 */
final class SoftRoceMeshPeer {
    static final String PLAIN_OK = "PLAIN OK";
    static final String LOSSY_OK = "LOSSY OK";
    static final String GO_ON = "go-on";

    /** Setups before the link is up. */
    static final long UDP_MAX_BYTES = 20_000;

    private static final int TCP_PORT = 7078;
    private static final int UDP_PORT = 7079;
    private static final int MTU_BYTES = 8192;
    private static final int MESSAGES = 60;
    private static final int LENGTH_MAX_BYTES = 16_000;

    /** Emulated processors hold a loop up for long. */
    private static final int DRIVER_TIMEOUT_MS = 60_000;

    private static final int SUSPECT_AFTER_MS = 5000;
    private static final long DEADLINE_NS = Duration.ofSeconds(110).toNanos();

    private final boolean isEcho;
    private final String own;
    private final String peer;
    private final String device;
    private final Path folder;
    private final long startNs = System.nanoTime();
    private final UnsafeBuffer message =
            new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH_MAX_BYTES));
    private int received;

    private SoftRoceMeshPeer(String[] arguments) {
        isEcho = arguments[0].equals("echo");
        own = arguments[1];
        peer = arguments[2];
        device = arguments[3];
        folder = Path.of(arguments[4]);
    }

    public static void main(String[] arguments) throws IOException {
        new SoftRoceMeshPeer(arguments).run();
    }

    private void run() throws IOException {
        var options =
                MediaDriverOptions.in(folder.resolve(isEcho ? "aeron-echo" : "aeron-ping"))
                        .withTermLength(1 << 20)
                        .withRdma(
                                RdmaOptions.verbs(InetAddress.ofLiteral(own))
                                        .withSuspectAfter(SUSPECT_AFTER_MS));
        try (var driver = RdmaMediaDriver.launch(options, () -> {});
                var client =
                        Aeron.connect(
                                new Aeron.Context()
                                        .driverTimeoutMs(DRIVER_TIMEOUT_MS)
                                        .aeronDirectoryName(driver.aeronDirectory().toString()));
                Subscription in =
                        client.addSubscription("aeron:udp?endpoint=" + own + ":" + UDP_PORT, 1);
                ExclusivePublication out =
                        client.addExclusivePublication(
                                "aeron:udp?endpoint=%s:%d|interface=%s|mtu=%d"
                                        .formatted(peer, UDP_PORT, own, MTU_BYTES),
                                1)) {
            driver.join(view(exchange(TwoDrivers.status(driver).handshakePort())));
            TwoDrivers.awaitState(driver, LinkState.UP);
            await(() -> out.isConnected() && in.isConnected());
            if (isEcho) {
                echo(in, out);
            } else {
                ping(driver, in, out);
            }
        }
    }

    private MeshView view(int peerPort) {
        return new MeshView(
                own,
                TwoDrivers.KEY,
                List.of(
                        new MeshPeer(
                                peer,
                                List.of(peer + ":" + peerPort),
                                List.of(peer),
                                List.of(new MeshCable(0, device)))));
    }

    /** Tells the other the port of our handshakes, and learns its. */
    private int exchange(int port) throws IOException {
        try (Socket socket = isEcho ? accept() : connect()) {
            new DataOutputStream(socket.getOutputStream()).writeInt(port);
            return new DataInputStream(socket.getInputStream()).readInt();
        }
    }

    private static Socket accept() throws IOException {
        try (var server = new ServerSocket(TCP_PORT, 1, InetAddress.ofLiteral("0.0.0.0"))) {
            return server.accept();
        }
    }

    private Socket connect() throws IOException {
        while (true) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(peer, TCP_PORT), 5000);
                return socket;
            } catch (IOException e) {
                socket.close();
                checkTime();
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            }
        }
    }

    private void checkTime() {
        if (System.nanoTime() - startNs > DEADLINE_NS) {
            throw new IllegalStateException("no end within 110 s");
        }
    }

    private void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            checkTime();
            LockSupport.parkNanos(20_000);
        }
    }

    private void echo(Subscription in, ExclusivePublication out) {
        FragmentHandler handler =
                new FragmentAssembler(
                        (buffer, offset, length, header) -> {
                            message.putBytes(0, buffer, offset, length);
                            await(() -> out.offer(message, 0, length) > 0);
                        });
        await(
                () -> {
                    in.poll(handler, 10);
                    return !in.isConnected();
                });
    }

    private void ping(RdmaMediaDriver driver, Subscription in, ExclusivePublication out) {
        exchange(in, out);
        say(PLAIN_OK, driver);
        await(() -> Files.exists(folder.resolve(GO_ON)));
        exchange(in, out);
        say(LOSSY_OK, driver);
    }

    private void say(String words, RdmaMediaDriver driver) {
        System.out.printf(
                "%s lanes %d bytes, udp %d bytes, retransmits %d, %s%n",
                words,
                TwoDrivers.link(driver).traffic().sentBytes(),
                TwoDrivers.udpBytes(driver),
                driver.heartbeat().orElseThrow().retransmits(),
                TwoDrivers.link(driver));
    }

    private void exchange(Subscription in, ExclusivePublication out) {
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
            await(() -> out.offer(message, 0, length) > 0);
            await(
                    () -> {
                        in.poll(handler, 10);
                        return received > number;
                    });
        }
    }

    private static int length(int number) {
        return 64 + number * 37_987 % (LENGTH_MAX_BYTES - 64);
    }
}
