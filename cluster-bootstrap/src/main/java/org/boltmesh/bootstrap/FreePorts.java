package org.boltmesh.bootstrap;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Ports of 127.0.0.1 that nobody has, neither of TCP nor of UDP. */
final class FreePorts {
    /** Below the ports that systems give to outgoing connections, which come and go. */
    private static final int FIRST = 20_000;

    private static final int LAST = 32_000;
    private static final int TRIES_MAX = 1_000;

    private FreePorts() {}

    /**
     * Different ones, free at this moment.
     *
     * @throws CommandException when there are too few
     */
    static List<Integer> find(int count, RandomGenerator random) {
        List<Integer> ports = new ArrayList<>();
        for (int tries = 0; tries < TRIES_MAX && ports.size() < count; tries++) {
            int port = random.nextInt(FIRST, LAST);
            if (!ports.contains(port) && isFree(port)) {
                ports.add(port);
            }
        }
        if (ports.size() < count) {
            throw new CommandException(
                    "cannot bind %d ports of %d..%d of 127.0.0.1, want that many free ones"
                            .formatted(count, FIRST, LAST - 1));
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (var tcp = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"));
                var udp =
                        new DatagramSocket(
                                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port))) {
            return tcp.isBound() && udp.isBound();
        } catch (IOException _) {
            return false; // somebody has it
        }
    }
}
