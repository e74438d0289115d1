package org.boltmesh.driver.verbs;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.boltmesh.driver.ibverbs.IbverbsProvider;

/**
 * One end of a ping-pong between two processes, which agree by TCP on where they are. {@code echo}
 * answers one peer until it is killed. {@code ping HOST} goes to and fro with it, notices by a
 * deadline when it is gone, gives everything back, and does the same again with the next one.
 */
final class SoftRocePeer {
    static final String FIRST_OK = "FIRST OK";
    static final String LOST = "LOST";
    static final String ANEW_OK = "ANEW OK";

    private static final int TCP_PORT = 7077;
    private static final int LENGTH_BYTES = 4096;
    private static final int ROUNDS = 50;
    private static final int TO_SEND = 0;
    private static final int TO_RECEIVE = 1;
    private static final long REPLY_DEADLINE_NS = Duration.ofSeconds(3).toNanos();
    private static final long CONNECT_DEADLINE_NS = Duration.ofSeconds(90).toNanos();

    private final VerbsProvider provider = new IbverbsProvider();
    private final String device = System.getenv().getOrDefault("RDMA_DEV", "rxe0");

    private SoftRocePeer() {}

    public static void main(String[] arguments) throws IOException {
        SoftRocePeer peer = new SoftRocePeer();
        if (arguments[0].equals("echo")) {
            peer.echo();
        } else {
            peer.ping(arguments[1]);
        }
    }

    private void echo() throws IOException {
        try (ServerSocket server = new ServerSocket(TCP_PORT, 1, InetAddress.getByName("0.0.0.0"));
                Socket socket = server.accept();
                Endpoint endpoint = open(socket)) {
            for (int round = 0; ; round++) {
                if (!awaitReceived(endpoint, round + 1, Long.MAX_VALUE)) {
                    return;
                }
                check(endpoint, round);
                endpoint.postReceive(TO_RECEIVE);
                endpoint.send(TO_SEND, LENGTH_BYTES, -round);
            }
        }
    }

    private void ping(String host) throws IOException {
        try (Socket socket = connect(host);
                Endpoint endpoint = open(socket)) {
            int rounds = pingPong(endpoint, ROUNDS);
            say(rounds == ROUNDS ? FIRST_OK : "only " + rounds);
            rounds += pingPong(endpoint, Integer.MAX_VALUE);
            say(LOST + " after " + rounds + " rounds, " + endpoint.failed.size() + " failed");
        }
        try (Socket socket = connect(host);
                Endpoint endpoint = open(socket)) {
            int rounds = pingPong(endpoint, ROUNDS);
            say(rounds == ROUNDS ? ANEW_OK : "only " + rounds);
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    /** Tries until the peer is there. */
    private static Socket connect(String host) throws IOException {
        long deadlineNs = System.nanoTime() + CONNECT_DEADLINE_NS;
        while (true) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(host, TCP_PORT), 5_000);
                return socket;
            } catch (IOException e) {
                socket.close();
                if (System.nanoTime() > deadlineNs) {
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            }
        }
    }

    /** A connected endpoint with a receive posted, as the peer's is. */
    private Endpoint open(Socket socket) throws IOException {
        Endpoint endpoint = Endpoint.of(provider, device, LENGTH_BYTES);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        RemoteQueuePair own = endpoint.address();
        out.writeLong(own.gid().high());
        out.writeLong(own.gid().low());
        out.writeInt(own.number());
        Gid gid = new Gid(in.readLong(), in.readLong());
        endpoint.init();
        endpoint.readyToReceiveFrom(new RemoteQueuePair(gid, 0, in.readInt(), 7));
        endpoint.readyToSend();
        endpoint.postReceive(TO_RECEIVE);
        out.writeBoolean(true);
        in.readBoolean();
        return endpoint;
    }

    /** Rounds until one was not answered in time, or there were enough. */
    private static int pingPong(Endpoint endpoint, int rounds) {
        for (int done = 0; done < rounds; done++) {
            int round = endpoint.received.size();
            endpoint.send(TO_SEND, LENGTH_BYTES, round);
            if (!awaitReceived(endpoint, round + 1, System.nanoTime() + REPLY_DEADLINE_NS)) {
                return done;
            }
            check(endpoint, -round);
            endpoint.postReceive(TO_RECEIVE);
        }
        return rounds;
    }

    private static boolean awaitReceived(Endpoint endpoint, int count, long deadlineNs) {
        while (endpoint.received.size() < count) {
            endpoint.poll();
            if (System.nanoTime() > deadlineNs) {
                return false;
            }
        }
        return true;
    }

    private static void check(Endpoint endpoint, int seed) {
        int equalBytes = endpoint.equalBytes(TO_RECEIVE, LENGTH_BYTES, seed);
        if (equalBytes != LENGTH_BYTES) {
            throw new AssertionError("round of seed " + seed + " differs at byte " + equalBytes);
        }
    }
}
