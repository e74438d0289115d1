package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.boltmesh.actors.settings.SettingsLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PekkoConfigTest {
    @TempDir Path folder;

    private Duration foundCluster(int port, boolean wasInCluster) throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("node.conf"),
                        """
                        boltmesh {
                          node-name = a
                          bind { host = 127.0.0.1, port = %d }
                          seed-nodes = ["127.0.0.1:4001", "127.0.0.1:4002"]
                          timeouts { found-cluster = 2s }
                        }
                        """
                                .formatted(port));
        return PekkoConfig.of(SettingsLoader.load(file), new UUID(0, 1), wasInCluster)
                .getDuration("pekko.cluster.seed-node-timeout");
    }

    @Test
    void shouldMakeAFirstSeedThatWasKilledLookLongerForTheOthers() throws IOException {
        assertThat(foundCluster(4001, false)).isEqualTo(Duration.ofSeconds(2));
        assertThat(foundCluster(4001, true)).isEqualTo(Duration.ofSeconds(30));
        assertThat(foundCluster(4002, true)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void shouldRememberTheOthersUntilItLeavesThem() {
        var mark = new ClusterMark(folder);
        assertThat(mark.isSet()).isFalse();
        mark.set();
        assertThat(new ClusterMark(folder).isSet()).isTrue();
        mark.clear();
        assertThat(mark.isSet()).isFalse();
    }
}
