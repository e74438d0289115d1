package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.boltmesh.driver.link.LinkState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All handshakes that one driver ever sent, once more to the other. */
@Timeout(60)
class HandshakeReplayTest {
    @TempDir private Path folder;

    @Test
    void shouldGetNowhereByReplay() throws IOException {
        try (var drivers = new TwoDrivers(folder);
                var toA = new HandshakeRelay(TwoDrivers.status(drivers.a).handshakePort());
                var toB = new HandshakeRelay(TwoDrivers.status(drivers.b).handshakePort())) {
            drivers.a.join(TwoDrivers.view("a", "b", TwoDrivers.KEY, toB.port()));
            drivers.b.join(TwoDrivers.view("b", "a", TwoDrivers.KEY, toA.port()));
            TwoDrivers.awaitState(drivers.a, LinkState.UP);
            TwoDrivers.awaitState(drivers.b, LinkState.UP);
            long epoch = TwoDrivers.link(drivers.b).epoch();
            List<byte[]> session = toB.heard();
            replay(drivers, toB, session);
            assertThat(TwoDrivers.link(drivers.b).state()).isEqualTo(LinkState.UP);
            assertThat(TwoDrivers.link(drivers.b).epoch()).isEqualTo(epoch);

            drivers.a.close();
            Await.until(() -> TwoDrivers.link(drivers.b).state() != LinkState.UP);
            Await.until(() -> drivers.fabric.queuePairsHeld(drivers.end("b")) == 0);
            toA.cut();
            for (int round = 0; round < 3; round++) {
                replay(drivers, toB, toB.heard());
                assertThat(TwoDrivers.link(drivers.b).state()).isNotEqualTo(LinkState.UP);
                assertThat(drivers.fabric.queuePairsHeld(drivers.end("b"))).isZero();
            }
        }
    }

    /** Until the driver has looked at them, which a last one without a valid code shows. */
    private static void replay(TwoDrivers drivers, HandshakeRelay relay, List<byte[]> datagrams)
            throws IOException {
        assertThat(datagrams).hasSizeGreaterThan(1);
        relay.replay(datagrams);
        long before = refused(drivers);
        byte[] last = datagrams.getFirst().clone();
        last[last.length - 1] ^= 1;
        relay.replay(List.of(last));
        Await.until(() -> refused(drivers) > before);
    }

    private static long refused(TwoDrivers drivers) {
        return TwoDrivers.link(drivers.b).traffic().drops().getOrDefault("handshake", 0L);
    }
}
