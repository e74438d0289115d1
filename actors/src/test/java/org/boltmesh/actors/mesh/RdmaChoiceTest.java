package org.boltmesh.actors.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.driver.RdmaProvider.AUTO;
import static org.boltmesh.driver.RdmaProvider.OFF;
import static org.boltmesh.driver.RdmaProvider.SIMULATED;
import static org.boltmesh.driver.RdmaProvider.VERBS;

import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.RdmaProvider;
import org.boltmesh.driver.fabric.MacVersion;
import org.junit.jupiter.api.Test;

class RdmaChoiceTest {
    private static RdmaChoice onLinux(RdmaProvider wanted, String... devices) {
        return RdmaChoice.of(wanted, false, Optional.empty(), List.of(devices));
    }

    private static RdmaChoice onMac(RdmaProvider wanted, String version) {
        return RdmaChoice.of(wanted, true, Optional.of(new MacVersion(version, "")), List.of());
    }

    @Test
    void shouldSayNothingWhereThereAreNoDevices() {
        assertThat(onLinux(AUTO)).isEqualTo(new RdmaChoice(OFF, ""));
        assertThat(onLinux(AUTO, "rxe0")).isEqualTo(new RdmaChoice(AUTO, ""));
    }

    @Test
    void shouldDoWhatIsAskedFor() {
        assertThat(onLinux(VERBS)).isEqualTo(new RdmaChoice(VERBS, ""));
        assertThat(onLinux(OFF, "rxe0")).isEqualTo(new RdmaChoice(OFF, ""));
        assertThat(onMac(SIMULATED, "26.1")).isEqualTo(new RdmaChoice(SIMULATED, ""));
    }

    @Test
    void shouldAskForAnUpdateOfAnOldMac() {
        assertThat(onMac(AUTO, "26.3")).isEqualTo(new RdmaChoice(AUTO, ""));
        assertThat(RdmaChoice.of(AUTO, true, Optional.empty(), List.of()))
                .isEqualTo(new RdmaChoice(AUTO, ""));
        for (RdmaProvider wanted : List.of(AUTO, VERBS)) {
            assertThat(onMac(wanted, "26.2"))
                    .isEqualTo(
                            new RdmaChoice(
                                    OFF,
                                    "macOS 26.2, want 26.3 or later for RDMA over Thunderbolt: update macOS; work between nodes goes by UDP"));
        }
    }
}
