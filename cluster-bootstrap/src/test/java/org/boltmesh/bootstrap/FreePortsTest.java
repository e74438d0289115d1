package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static final int COUNT = 8;

    @Test
    void shouldFindDifferentPortsThatCanBeBound() throws IOException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        List<Integer> ports = FreePorts.find(COUNT, new Random(seed));
        assertThat(ports).hasSize(COUNT).doesNotHaveDuplicates();
        for (int port : ports) {
            try (var tcp = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"));
                    var udp =
                            new DatagramSocket(
                                    new InetSocketAddress(
                                            InetAddress.ofLiteral("127.0.0.1"), port))) {
                assertThat(tcp.isBound() && udp.isBound()).isTrue();
            }
        }
    }

    @Test
    void shouldPassOverPortsThatAreTaken() throws IOException {
        int first = FreePorts.find(1, new Random(1)).getFirst();
        try (var taken =
                new DatagramSocket(
                        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), first))) {
            assertThat(FreePorts.find(1, new Random(1))).doesNotContain(taken.getLocalPort());
        }
    }
}
