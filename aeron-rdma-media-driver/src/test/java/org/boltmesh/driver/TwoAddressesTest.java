package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.boltmesh.driver.mesh.MeshCable;
import org.boltmesh.driver.mesh.MeshPeer;
import org.boltmesh.driver.mesh.MeshView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Peers that are known by an address of the LAN and by one of the cable itself, which goes with the
 * cable. The latter is one that this machine does not have: to send there fails at once, as it does
 * on a Mac whose Thunderbolt interface is down.
 */
@Timeout(60)
class TwoAddressesTest {
    private static final String CABLE_ADDRESS = "169.254.77.2";
    private static final long GAP_MAX_NS = TimeUnit.MILLISECONDS.toNanos(100);

    @TempDir private Path folder;

    @Test
    void shouldGoByTheLanWhileCableAndAddressAreOutAndReturn() {
        try (var pair = new InvokedPair(folder, RdmaOptions.SUSPECT_AFTER_DEFAULT_MS)) {
            var stream = new NumberedStream(pair, 8192, 20_000, 1);
            pair.a.join(view("a", "b", TwoDrivers.status(pair.b).handshakePort()));
            pair.b.join(view("b", "a", TwoDrivers.status(pair.a).handshakePort()));
            stream.send(200);
            stream.takeLongestGapNs();
            long byUdp = TwoDrivers.udpBytes(pair.a);
            pair.fabric.pull(pair.cable());
            stream.send(1000);
            stream.settle();
            assertThat(stream.takeLongestGapNs()).isLessThan(GAP_MAX_NS);
            assertThat(TwoDrivers.udpBytes(pair.a)).isGreaterThan(byUdp);
            pair.turnUntil(() -> !pair.isUp());
            pair.fabric.plug(pair.cable());
            pair.turnUntil(pair::isUp);
            stream.send(200);
            stream.settle();
            long returned = TwoDrivers.udpBytes(pair.a);
            stream.send(200);
            stream.settle();
            assertThat(TwoDrivers.udpBytes(pair.a)).isEqualTo(returned);
        }
    }

    /** In the worse order. */
    private static MeshView view(String node, String peer, int port) {
        return new MeshView(
                node,
                TwoDrivers.KEY,
                List.of(
                        new MeshPeer(
                                peer,
                                List.of(CABLE_ADDRESS + ":" + port, "127.0.0.1:" + port),
                                List.of("127.0.0.1", CABLE_ADDRESS),
                                List.of(new MeshCable(0, TwoDrivers.DEVICE)))));
    }
}
