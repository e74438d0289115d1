package org.boltmesh.actors.transport;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import org.boltmesh.driver.MediaDriverOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a datagram this system sends by UDP: Aeron wants no longer ones than a socket's send
 * buffer, and a system may take less, as macOS does by {@code net.inet.udp.maxdgram}.
 */
final class UdpDatagrams {
    private static final Logger LOG = LoggerFactory.getLogger(UdpDatagrams.class);

    /** Tried in this order; what the longest MTUs of lanes need. */
    private static final List<Integer> LENGTHS = List.of(65_504, 32 << 10, 20 << 10);

    private UdpDatagrams() {}

    private static final class Known {
        static final int LONGEST_BYTES = probe();
    }

    /** Found out once, by sending to ourselves. */
    static int longestBytes() {
        return Known.LONGEST_BYTES;
    }

    private static int probe() {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (DatagramChannel receiver = DatagramChannel.open(family(any)).bind(any);
                DatagramChannel sender = DatagramChannel.open(family(any))) {
            sender.connect(receiver.getLocalAddress());
            int bufferBytes = sender.getOption(StandardSocketOptions.SO_SNDBUF);
            return LENGTHS.stream()
                    .filter(lengthBytes -> lengthBytes <= bufferBytes && takes(sender, lengthBytes))
                    .findFirst()
                    .orElse(MediaDriverOptions.MTU_DEFAULT_BYTES);
        } catch (IOException e) {
            LOG.warn("cannot try how long a datagram may be", e);
            return MediaDriverOptions.MTU_DEFAULT_BYTES;
        }
    }

    private static StandardProtocolFamily family(InetSocketAddress address) {
        return address.getAddress() instanceof Inet6Address
                ? StandardProtocolFamily.INET6
                : StandardProtocolFamily.INET;
    }

    private static boolean takes(DatagramChannel sender, int lengthBytes) {
        try {
            return sender.write(ByteBuffer.allocate(lengthBytes)) == lengthBytes;
        } catch (IOException e) {
            LOG.debug("no datagrams of {} bytes: {}", lengthBytes, e.getMessage());
            return false;
        }
    }
}
