package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.bootstrap.ClusterGoldens.TALES_QWEN3;

import java.nio.file.Path;
import java.util.List;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One fault in the middle of an answer costs neither the cluster nor the answer. */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterFaultIT {
    private static final int TOKENS = 400;
    private static final int MIDDLE = 40;
    private static final String MODEL = TALES_QWEN3.name();

    @TempDir static Path folder;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static NodeJarCluster cluster;

    private static List<Integer> undisturbed = List.of();

    @BeforeAll
    static void start() throws Exception {
        cluster = NodeJarCluster.started(folder, 3);
        cluster.awaitDrivers(cluster.names());
        try (ControlClient client = cluster.client("n1")) {
            assertThat(client.load(TALES_QWEN3.spec(512, List.of()), _ -> {}))
                    .isInstanceOf(LoadEvent.Done.class);
        }
        undisturbed = ask().tokens();
        assertThat(undisturbed).hasSize(TOKENS);
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    private static ClusterAnswer ask() {
        List<Integer> prompt = TALES_QWEN3.goldens().getFirst().prompt();
        return ClusterAnswer.ask(
                cluster,
                "n2",
                new AnswerRequest(
                        MODEL,
                        new Prompt.Tokens(prompt),
                        SamplingOptions.greedy(),
                        TOKENS,
                        0,
                        false));
    }

    private static ModelStatus model() {
        return cluster.model("n2", MODEL).orElseThrow();
    }

    private static ShardStatus shardOf(String node) {
        return model().shards().stream()
                .filter(shard -> shard.node().equals(node))
                .findFirst()
                .orElseThrow();
    }

    /** The answer is whole, and the cluster is what it was. */
    private static AnswerEvent.Finished assertGoesOn(ClusterAnswer answer) throws Exception {
        assertThat(answer.tokens()).isEqualTo(undisturbed);
        assertThat(cluster.state("n2").orElseThrow().nodes())
                .extracting(NodeStatus::name)
                .isEqualTo(cluster.names());
        return answer.finished();
    }

    @Test
    @Order(1)
    void shouldGoOnWhenTheEngineOfTheLastStageIsKilled() throws Exception {
        ClusterAnswer answer = ask().awaitTokens(MIDDLE);
        NodeJarCluster.signal(shardOf("n3").pid(), "KILL");
        assertThat(assertGoesOn(answer).recoveries()).isPositive();
    }

    @Test
    @Order(2)
    void shouldGoOnWhenTheEngineOfTheHeadIsKilled() throws Exception {
        ClusterAnswer answer = ask().awaitTokens(MIDDLE);
        NodeJarCluster.signal(shardOf("n1").pid(), "KILL");
        assertThat(assertGoesOn(answer).recoveries()).isPositive();
    }

    @Test
    @Order(3)
    void shouldGoOnWhenAMediaDriverIsKilled() throws Exception {
        long driver = cluster.nodeStatus("n2", "n2").driverPid();
        ClusterAnswer answer = ask().awaitTokens(MIDDLE);
        NodeJarCluster.signal(driver, "KILL");
        assertGoesOn(answer);
        System.out.printf(
                "the answer paused for %d ms when a media driver was killed%n",
                answer.longestPause().toMillis());
        NodeJarProcess.await(
                () -> {
                    long now = cluster.nodeStatus("n2", "n2").driverPid();
                    return now != 0 && now != driver;
                });
    }

    /** It is given up after 30 s of silence. */
    @Test
    @Order(4)
    void shouldGoOnWhenAnEngineIsStopped() throws Exception {
        ClusterAnswer answer = ask().awaitTokens(MIDDLE);
        NodeJarCluster.signal(shardOf("n2").pid(), "STOP");
        assertThat(assertGoesOn(answer).recoveries()).isPositive();
    }

    /** The rest of the answer comes from the nodes that remain. */
    @Test
    @Order(5)
    void shouldGoOnWhenANodeLeaves() throws Exception {
        String id = cluster.nodeStatus("n2", "n3").id().toString();
        ClusterAnswer answer = ask().awaitTokens(MIDDLE);
        cluster.process("n3").signal("TERM");
        assertThat(cluster.process("n3").exitCode()).isZero();
        assertThat(answer.tokens()).isEqualTo(undisturbed);
        assertThat(model().phase()).isEqualTo(ModelPhase.READY);
        assertThat(model().shards()).extracting(ShardStatus::node).containsExactly("n1", "n2");
        cluster.start("n3", "");
        cluster.awaitNodes(cluster.names());
        assertThat(cluster.nodeStatus("n2", "n3").id()).hasToString(id);
    }
}
