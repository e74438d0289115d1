package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.Test;

class UdpDatagramsTest {
    @Test
    void shouldFindALengthThatIsSent() throws IOException {
        int lengthBytes = UdpDatagrams.longestBytes();
        assertThat(lengthBytes).isBetween(8192, 65_504);
        var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (DatagramChannel receiver = DatagramChannel.open().bind(any);
                DatagramChannel sender =
                        DatagramChannel.open().connect(receiver.getLocalAddress())) {
            assertThat(sender.write(ByteBuffer.allocate(lengthBytes))).isEqualTo(lengthBytes);
        }
    }

    @Test
    void shouldOnlyFitDatagramsToLanes() {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4000);
        AeronStream byUdp = AeronStream.at(address, 7);
        assertThat(byUdp.withMtu(4064))
                .isEqualTo(new AeronStream(byUdp.uri() + "|mtu=4064", byUdp.streamId()));
        assertThat(AeronStream.local(7).withMtu(4064)).isEqualTo(AeronStream.local(7));
    }
}
