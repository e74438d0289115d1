package org.boltmesh.driver;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.status.AtomicCounter;

/** A UDP endpoint that counts what it sends to its peer. The sender thread owns it. */
final class CountingSendEndpoint extends SendChannelEndpoint {
    private final AtomicLong sentBytes;

    CountingSendEndpoint(
            UdpChannel channel,
            AtomicCounter status,
            MediaDriver.Context context,
            PeerBytes peerBytes) {
        super(channel, status, context);
        sentBytes = peerBytes.of(channel.remoteData());
    }

    @Override
    public int send(ByteBuffer datagram) {
        return count(super.send(datagram));
    }

    @Override
    public int send(ByteBuffer datagram, InetSocketAddress address) {
        return count(super.send(datagram, address));
    }

    private int count(int sent) {
        if (sent > 0) {
            sentBytes.setRelease(sentBytes.getPlain() + sent);
        }
        return sent;
    }
}
