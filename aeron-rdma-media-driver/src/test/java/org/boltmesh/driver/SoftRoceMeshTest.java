package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.boltmesh.driver.guest.HostProcesses;
import org.boltmesh.driver.guest.PacketLoss;
import org.boltmesh.driver.guest.SoftRoce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two drivers on two hosts whose link runs over a real kernel's verbs. */
@SoftRoce
class SoftRoceMeshTest {
    private static final String PING = "ping";

    @TempDir Path folder;

    @Test
    void shouldCarryStreamsOnLanesAndRepairWhatIsLost() throws Exception {
        try (var hosts = new HostProcesses(folder)) {
            hosts.start("echo", 2, SoftRoceMeshPeer.class, folder.toString());
            hosts.start(PING, 1, SoftRoceMeshPeer.class, folder.toString());
            hosts.await(PING, "plain " + SoftRoceMeshPeer.OK);
            try (var _ = PacketLoss.ofPercent(0.4)) {
                hosts.tell(PING, "lossy");
                hosts.await(PING, "lossy " + SoftRoceMeshPeer.OK);
            }
            hosts.endInput(PING);
            hosts.awaitEnd(PING);
            check(hosts.said(PING));
        }
    }

    private static void check(String said) {
        System.out.println(said);
        assertThat(said)
                .containsPattern("lossy .* retransmits [1-9]")
                .containsPattern("plain .* lanes [1-9][0-9]{5,} bytes");
        String lossy = said.substring(said.indexOf("lossy"));
        assertThat(Long.parseLong(lossy.replaceFirst("(?s).*?udp (\\d+) bytes.*", "$1")))
                .isLessThan(SoftRoceMeshPeer.UDP_MAX_BYTES);
    }
}
