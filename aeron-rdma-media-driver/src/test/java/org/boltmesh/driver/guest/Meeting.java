package org.boltmesh.driver.guest;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A line by TCP between the processes of two hosts, on which they agree. No wait is longer than its
 * bound. Not thread-safe.
 */
public final class Meeting implements AutoCloseable {
    /** Emulated processors start a JVM slowly; a few waits of it are less than a test's one. */
    static final Duration BOUND = Duration.ofSeconds(45);

    static final int PORT = 7077;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    private Meeting(Socket socket, Duration bound) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(Math.toIntExact(bound.toMillis()));
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(socket.getOutputStream());
    }

    /**
     * Waits for the other to connect.
     *
     * @throws IOException when nobody does
     */
    public static Meeting accept() throws IOException {
        return accept(PORT, BOUND);
    }

    static Meeting accept(int port, Duration bound) throws IOException {
        try (var server = new ServerSocket(port, 1, InetAddress.ofLiteral("0.0.0.0"))) {
            server.setSoTimeout(Math.toIntExact(bound.toMillis()));
            return new Meeting(server.accept(), bound);
        } catch (IOException e) {
            throw new IOException(
                    "nobody came to port %d within %d ms: %s".formatted(port, bound.toMillis(), e),
                    e);
        }
    }

    /**
     * Tries until the other is there.
     *
     * @throws IOException when it never is
     */
    public static Meeting connect(String host) throws IOException {
        return connect(host, PORT, BOUND);
    }

    static Meeting connect(String host, int port, Duration bound) throws IOException {
        long deadlineNs = System.nanoTime() + bound.toNanos();
        while (true) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(host, port), 5_000);
                return new Meeting(socket, bound);
            } catch (IOException e) {
                socket.close();
                if (System.nanoTime() > deadlineNs) {
                    throw new IOException(
                            "nobody is at %s:%d after %d ms: %s"
                                    .formatted(host, port, bound.toMillis(), e),
                            e);
                }
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            }
        }
    }

    /**
     * Says a number and waits for the other's.
     *
     * @throws IOException when the other is gone, or silent for too long
     */
    public long exchange(long number) throws IOException {
        try {
            out.writeLong(number);
            return in.readLong();
        } catch (IOException e) {
            throw new IOException("the other host is gone or silent: " + e, e);
        }
    }

    /**
     * Waits until the other is as far.
     *
     * @throws IOException as {@link #exchange}
     */
    public void await() throws IOException {
        exchange(0);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
