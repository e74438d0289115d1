package org.boltmesh.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.boltmesh.driver.mesh.MeshStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RdmaDevicesTest {
    private static final String CURE =
            "; all goes by UDP until rdma.fabric is right and the node starts again";

    @TempDir Path folder;

    /** What a driver with this fabric tells, which runs in any case. */
    private MeshStatus status(Path fabric) {
        RdmaOptions rdma = RdmaOptions.simulated(InetAddress.getLoopbackAddress(), fabric, "n1");
        MediaDriverOptions options = MediaDriverOptions.in(folder.resolve("aeron")).withRdma(rdma);
        try (RdmaMediaDriver driver = RdmaMediaDriver.invoked(options)) {
            driver.doWork();
            return driver.heartbeat().orElseThrow().mesh();
        }
    }

    @Test
    void shouldRunByUdpWhereTheFabricIsMissing() {
        Path missing = folder.resolve("nowhere");
        MeshStatus status = status(missing);
        assertThat(status.provider()).isEqualTo("off");
        assertThat(status.problem())
                .startsWith("cannot read %s, want a text".formatted(missing.resolve("cables")))
                .endsWith(CURE);
    }

    @Test
    void shouldRunByUdpWhereTheFabricIsGarbled() throws IOException {
        Path cables = Files.writeString(folder.resolve("cables"), "cable n1:rdma_en3\n");
        assertThat(status(folder).problem()).startsWith(cables + ": line 1: ").endsWith(CURE);
        Files.write(cables, new byte[] {(byte) 0xff, 0, (byte) 0xfe, 7});
        assertThat(status(folder).problem()).contains(cables.toString()).endsWith(CURE);
    }

    @Test
    void shouldNameTheHostsWhereThisOneIsMissing() throws IOException {
        Files.writeString(folder.resolve("cables"), "cable a:rdma_en3 b:rdma_en3\n");
        assertThat(status(folder).problem()).contains("ends at host 'n1'");
    }
}
