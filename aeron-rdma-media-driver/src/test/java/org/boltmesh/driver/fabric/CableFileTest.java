package org.boltmesh.driver.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.boltmesh.driver.simulated.Cables;
import org.boltmesh.driver.verbs.Manners;
import org.junit.jupiter.api.Test;

class CableFileTest {
    @Test
    void shouldDescribeASimulatedMesh() {
        String mesh = Cables.fullMesh(Manners.THUNDERBOLT, List.of("a", "b", "c"), "latency=5us");

        FabricDescription description = describe(mesh);

        assertThat(description.origin()).isEqualTo(FabricDescription.Origin.CABLE_FILE);
        assertThat(description.fabric().cables()).hasSize(3);
        assertThat(FabricShape.isMesh(description.fabric())).isTrue();
    }

    @Test
    void shouldSeeBothOfTwoCablesAndNoneWithinANode() {
        FabricDescription description =
                describe("cable a:en0 b:en0\ncable b:en1 a:en1\ncable a:en2 a:en3\n");

        assertThat(description.fabric().cables())
                .map(Cable::toString)
                .containsExactlyInAnyOrder("a:en0 - b:en0", "a:en1 - b:en1");
    }

    private static FabricDescription describe(String cables) {
        return FabricDescription.of(
                FabricSource.Automatic.INSTANCE,
                List.of(),
                CableFile.between(Cables.parse(cables)));
    }
}
