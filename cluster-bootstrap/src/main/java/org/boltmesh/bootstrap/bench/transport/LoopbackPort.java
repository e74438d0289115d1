package org.boltmesh.bootstrap.bench.transport;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A port of UDP that nobody has at this moment. */
final class LoopbackPort {
    private LoopbackPort() {}

    static int free() throws IOException {
        try (var socket =
                new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0))) {
            return socket.getLocalPort();
        }
    }
}
