package org.boltmesh.actors.transport;

import java.nio.file.Path;
import org.boltmesh.driver.StreamMtus;
import org.boltmesh.shards.channel.ChannelEvent;
import org.boltmesh.shards.channel.ReceivingChannel;
import org.boltmesh.shards.channel.SendingChannel;
import org.boltmesh.shards.pipeline.ChannelException;
import org.boltmesh.shards.pipeline.ChannelFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens channels over the media driver of a directory, by the text of a {@link WorkAddress}. The
 * driver is connected to at the first use, and need not run yet. Whoever makes it closes it; its
 * channels end with it. Thread-safe.
 */
public final class AeronChannels implements ChannelFactory, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AeronChannels.class);

    private final boolean hasLanes;
    private Path aeronDirectory;
    private @Nullable AeronTransport transport;
    private boolean closed;

    /** Channels over a driver without RDMA that lives in this directory, or will. */
    public AeronChannels(Path aeronDirectory) {
        this(aeronDirectory, false);
    }

    /**
     * Channels over the driver that lives in this directory, or will.
     *
     * @param hasLanes whether it has RDMA, so that the lengths of datagrams are to suit its lanes
     */
    public AeronChannels(Path aeronDirectory, boolean hasLanes) {
        this.aeronDirectory = aeronDirectory;
        this.hasLanes = hasLanes;
    }

    @Override
    public SendingChannel sender(String address) {
        AeronStream stream = WorkAddress.parse(address).sending();
        return transport(address).sender(stream);
    }

    @Override
    public SendingChannel sender(String address, long usualBytes) {
        AeronStream stream = WorkAddress.parse(address).sending();
        return transport(address).sender(hasLanes ? fitted(stream, usualBytes) : stream);
    }

    private static AeronStream fitted(AeronStream stream, long usualBytes) {
        return stream.withMtu(
                StreamMtus.ofMessages(Math.toIntExact(usualBytes), UdpDatagrams.longestBytes()));
    }

    @Override
    public ReceivingChannel receiver(String address) {
        AeronStream stream = WorkAddress.parse(address).receiving();
        return transport(address).receiver(stream);
    }

    /** To the driver of another directory. */
    @Override
    public synchronized void moveTo(String place) {
        Path directory = Path.of(place);
        if (!directory.equals(aeronDirectory)) {
            LOG.info("moves from {} to {}", aeronDirectory, directory);
        }
        aeronDirectory = directory;
        if (transport != null) {
            transport.moveTo(aeronDirectory);
        }
    }

    private synchronized AeronTransport transport(String address) {
        if (closed) {
            throw new ChannelException(
                    "channel %s: the channels over %s are closed"
                            .formatted(address, aeronDirectory));
        }
        if (transport == null) {
            transport = AeronTransport.open(aeronDirectory, AeronChannels::log);
        }
        return transport;
    }

    private static void log(ChannelEvent event) {
        LOG.info("{}", event);
    }

    @Override
    public void close() {
        AeronTransport last = takeForClosing();
        if (last != null) {
            last.close();
        }
    }

    private synchronized @Nullable AeronTransport takeForClosing() {
        closed = true;
        AeronTransport last = transport;
        transport = null;
        return last;
    }
}
