package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.agrona.concurrent.status.CountersReader;
import org.boltmesh.driver.mesh.MeshPeer;
import org.boltmesh.driver.mesh.MeshView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Datagrams by UDP from addresses that belong to no peer; those over lanes are tested by links. */
@Timeout(60)
class StrangersTest {
    private static final int ENOUGH = 3;

    @TempDir private Path folder;
    private String host = "";

    @BeforeEach
    void findHost() throws SocketException {
        Optional<InetAddress> found =
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(Inet4Address.class::isInstance)
                        .filter(address -> !address.isLoopbackAddress())
                        .findFirst();
        assumeThat(found).as("an address of this machine beside loopback").isPresent();
        host = found.orElseThrow().getHostAddress();
    }

    @Test
    void shouldTakeNoDataFromThem() throws IOException {
        check(false);
    }

    /** Else anybody could open or stop the flow of a publication. */
    @Test
    void shouldTakeNoStatusFromThem() throws IOException {
        check(true);
    }

    private void check(boolean senderIsStrict) throws IOException {
        try (RdmaMediaDriver sender = launch("sender");
                RdmaMediaDriver receiver = launch("receiver");
                Aeron from = client(sender);
                Aeron to = client(receiver)) {
            RdmaMediaDriver strict = senderIsStrict ? sender : receiver;
            Aeron watching = senderIsStrict ? from : to;
            String channel = "aeron:udp?endpoint=%s:%d|interface=%s".formatted(host, port(), host);
            strict.join(view("10.255.255.1"));
            Await.until(() -> strangers(watching) == 0);
            try (Subscription subscription = to.addSubscription(channel, 7);
                    ExclusivePublication publication = from.addExclusivePublication(channel, 7)) {
                Await.until(() -> strangers(watching) >= ENOUGH);
                assertThat(publication.isConnected()).isFalse();
                assertThat(subscription.isConnected()).isEqualTo(senderIsStrict);
                strict.join(view(host));
                Await.until(() -> publication.isConnected() && subscription.isConnected());
            }
        }
    }

    private int port() throws IOException {
        try (var socket = new DatagramSocket(0, InetAddress.ofLiteral(host))) {
            return socket.getLocalPort();
        }
    }

    private static MeshView view(String peerHost) {
        MeshPeer peer = new MeshPeer("other", List.of(), List.of(peerHost), List.of());
        return new MeshView("this", TwoDrivers.KEY, List.of(peer));
    }

    private static long strangers(Aeron client) {
        CountersReader counters = client.countersReader();
        long[] value = {-1};
        counters.forEach(
                (id, label) -> {
                    if (label.equals("rdma datagrams of no member")) {
                        value[0] = counters.getCounterValue(id);
                    }
                });
        return value[0];
    }

    private RdmaMediaDriver launch(String name) {
        return RdmaMediaDriver.launch(
                MediaDriverOptions.in(folder.resolve(name)).withTermLength(256 << 10), () -> {});
    }

    private static Aeron client(RdmaMediaDriver driver) {
        return Aeron.connect(
                new Aeron.Context().aeronDirectoryName(driver.aeronDirectory().toString()));
    }
}
