package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.bootstrap.ClusterGoldens.TALES_QWEN3;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first seed is a node like the others: its death costs neither the cluster nor an answer. */
@Timeout(300)
class ClusterSeedIT {
    private static final int TOKENS = 400;
    private static final int MIDDLE = 40;

    @TempDir Path folder;

    private static AnswerRequest request(String model) {
        return new AnswerRequest(
                model,
                new Prompt.Tokens(TALES_QWEN3.goldens().getFirst().prompt()),
                SamplingOptions.greedy(),
                TOKENS,
                0,
                false);
    }

    /** Every node serves the model, if it comes up first or last. */
    private static String configured() {
        return "models = [{ name = configured, file = \"%s\", kv-type = f32, nodes = [n1, n2] }]"
                .formatted(TALES_QWEN3.file());
    }

    @Test
    void shouldStayOneClusterWhenItsFirstSeedIsKilledAndStartedAgain() throws Exception {
        try (var cluster = NodeJarCluster.of(folder, 3)) {
            for (String node : List.of("n3", "n2", "n1")) {
                cluster.start(node, configured());
            }
            cluster.awaitNodes(cluster.names());
            awaitReady(cluster, "configured");
            loadFromTheOthers(cluster);
            List<Integer> undisturbed =
                    ClusterAnswer.ask(cluster, "n3", request("configured")).tokens();
            UUID id = cluster.nodeStatus("n3", "n1").id();
            var lost = ClusterAnswer.ask(cluster, "n3", request("configured"));
            var shortened = ClusterAnswer.ask(cluster, "n3", request("asked-for"));
            lost.awaitTokens(MIDDLE);
            shortened.awaitTokens(MIDDLE);
            cluster.kill("n1");
            cluster.start("n1", configured());
            NodeJarProcess.await(() -> isBack(cluster, "n3", id) && isBack(cluster, "n1", id));
            assertThat(lost.tokens()).isEqualTo(undisturbed);
            assertThat(lost.finished().recoveries()).isPositive();
            assertThat(shortened.tokens()).isEqualTo(undisturbed);
            awaitReady(cluster, "configured");
            assertThat(ClusterAnswer.ask(cluster, "n1", request("configured")).tokens())
                    .isEqualTo(undisturbed);
        }
    }

    /** No configuration names it, and its coordinator is not on the first seed. */
    private static void loadFromTheOthers(NodeJarCluster cluster) throws Exception {
        try (ControlClient client = cluster.client("n3")) {
            LoadEvent event =
                    client.load(TALES_QWEN3.spec("asked-for", 512, List.of("n2", "n1")), _ -> {});
            assertThat(event).isInstanceOf(LoadEvent.Done.class);
        }
    }

    private static void awaitReady(NodeJarCluster cluster, String model) {
        NodeJarProcess.await(
                () ->
                        cluster.model("n3", model).map(ModelStatus::phase).stream()
                                .anyMatch(ModelPhase.READY::equals));
    }

    /** Nobody ever counts a node twice. */
    private static boolean isBack(NodeJarCluster cluster, String asked, UUID id) {
        assertThat(cluster.process("n1").isAlive()).isTrue();
        Optional<ClusterState> state = cluster.state(asked);
        List<NodeStatus> nodes = state.map(ClusterState::nodes).orElse(List.of());
        assertThat(nodes).extracting(NodeStatus::name).doesNotHaveDuplicates();
        assertThat(nodes)
                .filteredOn(node -> node.name().equals("n1"))
                .allMatch(node -> node.id().equals(id));
        return nodes.size() == cluster.names().size()
                && nodes.getFirst().controlPid() == cluster.process("n1").pid();
    }
}
