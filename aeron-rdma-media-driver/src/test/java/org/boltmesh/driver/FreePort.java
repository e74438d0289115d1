package org.boltmesh.driver;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;

/** A UDP port that was free a moment ago. */
final class FreePort {
    private FreePort() {}

    static int udp() {
        try (var socket =
                new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        } catch (SocketException e) {
            throw new IllegalStateException("no UDP port is free", e);
        }
    }
}
