package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.boltmesh.actors.coordinator.ClusterState;
import org.junit.jupiter.api.Test;

class LinkUseTest {
    private static final ClusterState NOBODY = new ClusterState(List.of(), List.of());

    private final ClusterState state = new FakeCluster().state().toCompletableFuture().join();

    @Test
    void shouldCountWhatWasSentInBetween() {
        var use = new LinkUse(NOBODY, state);
        assertThat(use.json())
                .containsEntry("lane_bytes", 2048L)
                .containsEntry("udp_bytes", 99L)
                .containsEntry(
                        "links",
                        List.of(
                                Map.of(
                                        "from", "a", "to", "node-b", "cable", 0, "state", "down",
                                        "epoch", 8L, "bytes", 2048L)));
        assertThat(use.text())
                .isEqualTo("[links: 0 of 1 ends up; 2.0 KiB by lanes, 99 B by UDP while it wrote]");
        assertThat(new LinkUse(state, state).json())
                .containsEntry("lane_bytes", 0L)
                .containsEntry("udp_bytes", 0L);
    }

    @Test
    void shouldSayNothingWithoutLinks() {
        assertThat(new LinkUse(NOBODY, NOBODY).json()).isEmpty();
    }
}
