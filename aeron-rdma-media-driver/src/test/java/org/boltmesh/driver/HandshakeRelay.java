package org.boltmesh.driver;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands in the way to a driver, passes handshakes on, and remembers all of them. */
final class HandshakeRelay implements AutoCloseable {
    private static final int DATAGRAM_MAX_BYTES = 4096;

    private final InetSocketAddress target;
    private final DatagramSocket socket;
    private final Thread thread = new Thread(this::run, "handshake-relay");
    private final List<byte[]> heard = new CopyOnWriteArrayList<>();
    private volatile boolean isCut;

    HandshakeRelay(int targetPort) throws IOException {
        target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return socket.getLocalPort();
    }

    private void run() {
        var packet = new DatagramPacket(new byte[DATAGRAM_MAX_BYTES], DATAGRAM_MAX_BYTES);
        while (!socket.isClosed()) {
            try {
                socket.receive(packet);
                byte[] datagram = Arrays.copyOf(packet.getData(), packet.getLength());
                heard.add(datagram);
                if (!isCut) {
                    send(datagram);
                }
            } catch (IOException _) {
                isCut = true; // it is closed
            }
        }
    }

    private void send(byte[] datagram) throws IOException {
        socket.send(new DatagramPacket(datagram, datagram.length, target));
    }

    /** Passes nothing on any more. */
    void cut() {
        isCut = true;
    }

    List<byte[]> heard() {
        return List.copyOf(heard);
    }

    void replay(List<byte[]> datagrams) throws IOException {
        for (byte[] datagram : datagrams) {
            send(datagram);
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
