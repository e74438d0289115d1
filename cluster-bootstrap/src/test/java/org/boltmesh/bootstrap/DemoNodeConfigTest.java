package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.NodeSettings;
import org.boltmesh.actors.settings.RdmaSettings;
import org.boltmesh.actors.settings.SettingsLoader;
import org.boltmesh.driver.RdmaProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoNodeConfigTest {
    @TempDir Path folder;

    private NodeSettings read(DemoNodeConfig config) throws IOException {
        return SettingsLoader.load(Files.writeString(folder.resolve("node.conf"), config.text()));
    }

    @Test
    void shouldWriteWhatANodeReads() throws IOException {
        Path own = folder.resolve("a \"quoted\" folder/node-2");
        var config =
                new DemoNodeConfig(
                        2,
                        folder,
                        own,
                        List.of(20_001, 20_002),
                        3L << 30,
                        OptionalInt.of(2),
                        Optional.empty());
        NodeSettings settings = read(config);
        assertThat(settings.http().enabled()).isFalse();
        assertThat(settings.name()).isEqualTo("node-2").isEqualTo(config.name());
        assertThat(settings.home()).isEqualTo(folder);
        assertThat(settings.dataFolder()).isEqualTo(own);
        assertThat(settings.memoryLimitBytes()).hasValue(3L << 30);
        assertThat(settings.rdma().provider()).isEqualTo(RdmaProvider.OFF);
        assertThat(settings.engineThreads()).hasValue(2);
        assertThat(settings.network().bind()).isEqualTo(new HostPort("127.0.0.1", 20_002));
        assertThat(settings.network().work()).isEqualTo(new HostPort("127.0.0.1", 20_002));
        assertThat(settings.network().seedNodes())
                .containsExactly(
                        new HostPort("127.0.0.1", 20_001), new HostPort("127.0.0.1", 20_002));
    }

    @Test
    void shouldLeaveThreadsToTheEngine() throws IOException {
        var config =
                new DemoNodeConfig(
                        1,
                        folder,
                        folder,
                        List.of(20_001),
                        1L << 20,
                        OptionalInt.empty(),
                        Optional.of(folder));
        assertThat(read(config).engineThreads()).isEmpty();
    }

    @Test
    void shouldLinkNodesByTheFabricThatThereIs() throws IOException {
        var linked =
                new DemoNodeConfig(
                        1,
                        folder,
                        folder,
                        List.of(20_001),
                        1L << 20,
                        OptionalInt.empty(),
                        Optional.of(folder));
        assertThat(read(linked).rdma())
                .returns(RdmaProvider.SIMULATED, RdmaSettings::provider)
                .returns(Optional.of(folder), RdmaSettings::fabric)
                .returns(Duration.ofSeconds(1), RdmaSettings::suspectAfter);
    }

    @Test
    void shouldShareMemory() {
        assertThat(DemoNodeConfig.shareBytes(9L << 30, 1L << 30, 4)).isEqualTo(2L << 30);
        assertThat(DemoNodeConfig.shareBytes(1L << 30, 2L << 30, 2)).isEqualTo(1L << 20);
    }
}
