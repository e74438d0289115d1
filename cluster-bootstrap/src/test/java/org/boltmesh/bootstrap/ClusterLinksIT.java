package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.bootstrap.ClusterGoldens.STORIES;
import static org.boltmesh.bootstrap.ClusterGoldens.TALES_LLAMA;
import static org.boltmesh.bootstrap.ClusterGoldens.TALES_QWEN3;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.bootstrap.ClusterGoldens.Golden;
import org.boltmesh.driver.link.LinkState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over simulated cables the tokens are the same, and all work between nodes goes over them. */
@Timeout(300)
class ClusterLinksIT {
    private static final int NODES = 4;

    /** A number has passed three hands, each of which tells it once a second. */
    private static final int HANDS = 3;

    /** Each number of nodes has its model. */
    private static final Map<Integer, ClusterGoldens> MODELS =
            new TreeMap<>(Map.of(2, STORIES, 3, TALES_LLAMA, 4, TALES_QWEN3));

    @TempDir static Path folder;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static DemoFabric fabric;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static NodeJarCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        fabric = DemoFabric.lay(List.of("n1", "n2", "n3", "n4"));
        String keys =
                "rdma { provider = simulated, fabric = \"%s\", suspect-after = 1s, ready-wait = 30s }"
                        .formatted(fabric.folder());
        cluster = NodeJarCluster.started(folder, NODES, keys);
    }

    @AfterAll
    static void end() {
        cluster.close();
        fabric.close();
    }

    @Test
    void shouldCarryAllWorkOnLanes() throws Exception {
        for (Map.Entry<Integer, ClusterGoldens> model : MODELS.entrySet()) {
            ModelStatus loaded = load(model.getValue(), cluster.first(model.getKey()));
            assertThat(loaded.notes()).noneMatch(note -> note.contains("UDP"));
        }
        ClusterState before = settled();
        assertThat(before.nodes())
                .allSatisfy(
                        node ->
                                assertThat(node.mesh().links())
                                        .hasSize(NODES - 1)
                                        .allMatch(link -> link.state() == LinkState.UP));
        for (ClusterGoldens model : MODELS.values()) {
            for (Golden golden : model.goldens()) {
                assertThat(ask(model, golden).tokens()).isEqualTo(golden.greedy());
            }
        }
        var use = new LinkUse(before, settled());
        System.err.println(use.text());
        assertThat(use.laneBytes()).isPositive();
        assertThat(use.udpBytes()).isZero();
    }

    private static ModelStatus load(ClusterGoldens model, List<String> nodes) throws Exception {
        try (ControlClient client = cluster.client("n1")) {
            LoadEvent event = client.load(model.spec(7, nodes), _ -> {});
            assertThat(event).isInstanceOf(LoadEvent.Done.class);
            return ((LoadEvent.Done) event).model();
        }
    }

    private static ClusterAnswer ask(ClusterGoldens model, Golden golden) {
        return ClusterAnswer.ask(cluster, "n2", golden.request(model.name()));
    }

    /** The state when each number in it is of now or later: idle streams count on, too. */
    private static ClusterState settled() {
        Map<String, Set<Long>> seen = new TreeMap<>();
        NodeJarProcess.await(
                () -> {
                    for (NodeStatus node : state().nodes()) {
                        seen.computeIfAbsent(node.name(), _ -> new HashSet<>()).add(sent(node));
                    }
                    return seen.values().stream().allMatch(values -> values.size() > HANDS);
                });
        return state();
    }

    private static long sent(NodeStatus node) {
        return node.mesh().links().stream().mapToLong(link -> link.traffic().sentBytes()).sum();
    }

    private static ClusterState state() {
        return cluster.state("n1").orElseThrow();
    }
}
