package org.boltmesh.driver.mesh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The UDP socket of all handshakes, which never blocks. Owned by the driver's loop. */
final class HandshakeSocket implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HandshakeSocket.class);
    private static final int DATAGRAM_MAX_BYTES = 4096;
    private static final int BATCH = 16;

    private final DatagramChannel channel;
    private final ByteBuffer received = ByteBuffer.allocateDirect(DATAGRAM_MAX_BYTES);
    private final int port;
    private long sendFailures;

    private HandshakeSocket(DatagramChannel channel, int port) {
        this.channel = channel;
        this.port = port;
    }

    /**
     * Binds to any free port of an address.
     *
     * @throws MeshException if it cannot
     */
    static HandshakeSocket open(InetAddress bind) {
        try {
            DatagramChannel channel = DatagramChannel.open();
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(bind, 0));
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            return new HandshakeSocket(channel, port);
        } catch (IOException e) {
            throw new MeshException(
                    "cannot take handshakes at %s (%s), want an address of this machine"
                            .formatted(bind.getHostAddress(), e.getMessage()));
        }
    }

    int port() {
        return port;
    }

    /** Hands over what has come; returns how much. */
    int poll(Consumer<ByteBuffer> handler) {
        int count = 0;
        try {
            while (count < BATCH && channel.receive(received.clear()) != null) {
                count++;
                handler.accept(received.flip());
            }
        } catch (IOException e) {
            LOG.debug("handshakes cannot be received", e);
        }
        return count;
    }

    /** Sends to all of a peer's addresses; a handshake that comes twice is taken once. */
    void send(ByteBuffer datagram, List<InetSocketAddress> addresses) {
        for (InetSocketAddress address : addresses) {
            try {
                channel.send(datagram.duplicate(), address);
            } catch (IOException e) {
                if (sendFailures++ == 0) {
                    LOG.info("handshakes cannot be sent to {}: {}", address, e.toString());
                }
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing the socket of handshakes", e);
        }
    }
}
