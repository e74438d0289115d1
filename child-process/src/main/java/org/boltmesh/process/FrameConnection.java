package org.boltmesh.process;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a connection between control and a child process. Any thread may send; one thread
 * receives. Sending never blocks: frames wait in a bounded queue, and a peer that does not read
 * until it is full is given up.
 */
public final class FrameConnection implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FrameConnection.class);
    private static final int QUEUE_MAX = 8192;
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(1);

    /** Ends the writing; no frame is empty. */
    private static final byte[] LAST = {};

    private final SocketChannel channel;
    private final BlockingQueue<byte[]> outgoing = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Thread writer;

    /** Takes over a connected, blocking channel; {@code name} is for the writing thread. */
    public FrameConnection(SocketChannel channel, String name) {
        this.channel = channel;
        writer = new Thread(this::write, name);
        writer.setDaemon(true);
        writer.start();
    }

    private void write() {
        try {
            byte[] frame = outgoing.take();
            while (frame.length > 0) {
                Frames.write(channel, frame);
                frame = outgoing.take();
            }
        } catch (IOException e) {
            LOG.info("the peer cannot be written to: {}", e.toString());
            abort();
        } catch (InterruptedException _) {
            abort();
        }
    }

    /** Sends a frame soon; false when the connection is at its end. */
    public boolean send(byte[] frame) {
        if (!channel.isOpen()) {
            return false;
        }
        if (!outgoing.offer(frame)) {
            LOG.warn("the peer has not read {} frames and is given up", QUEUE_MAX);
            abort();
            return false;
        }
        return true;
    }

    /** The next frame; empty when the peer hung up between frames. */
    public Optional<byte[]> receive() throws IOException {
        return Frames.read(channel);
    }

    /** Hangs up at once. */
    public void abort() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("closing a connection failed", e);
        }
    }

    /** Hangs up once what was sent is written, or after a second. */
    @Override
    public void close() {
        try {
            if (channel.isOpen() && outgoing.offer(LAST)) {
                writer.join(DRAIN_TIMEOUT);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        abort();
        writer.interrupt();
    }
}
