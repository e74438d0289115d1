package org.boltmesh.actors.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.NetworkSettings;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.driver.fabric.Cable;
import org.boltmesh.driver.fabric.ToolOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFabricReaderTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @TempDir Path folder;

    private LocalFabric read(RdmaOptions rdma) {
        var everywhere = new HostPort("0.0.0.0", 1);
        var network =
                new NetworkSettings(
                        everywhere,
                        everywhere,
                        new HostPort("127.0.0.1", 1),
                        List.of(),
                        Optional.empty());
        return new LocalFabricReader(
                        "a",
                        network,
                        rdma,
                        false,
                        _ -> new ToolOutput.Absent("no tools"),
                        new SystemDevices(folder))
                .get();
    }

    @Test
    void shouldKnowItsAddressesWithoutRdma() {
        assertThat(read(RdmaOptions.OFF))
                .isEqualTo(LocalFabric.without(List.of("127.0.0.1"), "127.0.0.1"));
    }

    @Test
    void shouldReadTheCablesOfASimulation() throws IOException {
        RdmaOptions rdma = RdmaOptions.simulated(LOOPBACK, folder, "a");
        assertThat(read(rdma).simulated()).isEmpty();
        Files.writeString(
                folder.resolve("cables"), "manners thunderbolt\ncable a:rdma_en3 b:rdma_en4\n");
        assertThat(read(rdma).simulated())
                .extracting(Cable::id)
                .containsExactly("a:rdma_en3-b:rdma_en4");
    }

    @Test
    void shouldReadTheAddressesOfDevicesFromFiles() throws IOException {
        Path gids = Files.createDirectories(folder.resolve(Path.of("rxe0", "ports", "1", "gids")));
        Files.writeString(gids.resolve("0"), "fe80:0000:0000:0000:5054:00ff:fe12:3456\n");
        Files.writeString(gids.resolve("1"), "0000:0000:0000:0000:0000:ffff:0a00:0001\n");
        Files.writeString(gids.resolve("2"), "0000:0000:0000:0000:0000:0000:0000:0000\n");
        Files.writeString(gids.resolve("3"), "nonsense of a kernel\n");
        assertThat(new SystemDevices(folder).names()).containsExactly("rxe0");
        assertThat(read(RdmaOptions.verbs(LOOPBACK)).devices())
                .containsExactly(new MeshFacts.Device("rxe0", 0x0A00_0001, 24));
        assertThat(new SystemDevices(folder.resolve("none")).names()).isEmpty();
    }
}
