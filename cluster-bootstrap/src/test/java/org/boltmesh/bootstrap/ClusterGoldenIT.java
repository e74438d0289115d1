package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.bootstrap.ClusterGoldens.STORIES;
import static org.boltmesh.bootstrap.ClusterGoldens.TALES_LLAMA;
import static org.boltmesh.bootstrap.ClusterGoldens.TALES_QWEN3;
import static org.boltmesh.bootstrap.ClusterGoldens.TINY_QWEN3;
import static org.boltmesh.bootstrap.ClusterGoldens.TINY_STORIES;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.bootstrap.ClusterGoldens.Golden;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several node processes give another engine's tokens exactly, however many they are and however
 * the prompt is cut.
 */
@Timeout(300)
class ClusterGoldenIT {
    private static final int NODES = 4;
    private static final int[] LENGTHENED_BY = {0, 50, 90};

    @TempDir static Path folder;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static NodeJarCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = NodeJarCluster.started(folder, NODES);
        cluster.awaitDrivers(cluster.names());
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    /** Each number of nodes sees each micro-batch, and each model that has enough layers. */
    static Stream<Arguments> combinations() {
        return Stream.of(
                Arguments.of(1, STORIES, 1),
                Arguments.of(1, TINY_STORIES, 7),
                Arguments.of(1, TINY_QWEN3, 512),
                Arguments.of(1, TALES_LLAMA, 1),
                Arguments.of(1, TALES_QWEN3, 7),
                Arguments.of(2, STORIES, 7),
                Arguments.of(2, TINY_STORIES, 512),
                Arguments.of(2, TINY_QWEN3, 1),
                Arguments.of(2, TALES_LLAMA, 7),
                Arguments.of(2, TALES_QWEN3, 512),
                Arguments.of(3, STORIES, 512),
                Arguments.of(3, TINY_QWEN3, 7),
                Arguments.of(3, TALES_LLAMA, 512),
                Arguments.of(3, TALES_QWEN3, 1),
                Arguments.of(4, STORIES, 1),
                Arguments.of(4, TALES_LLAMA, 7),
                Arguments.of(4, TALES_QWEN3, 512));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void shouldGiveTheGoldenTokens(int nodeCount, ClusterGoldens model, int microBatch)
            throws Exception {
        List<String> nodes = cluster.first(nodeCount);
        ModelStatus loaded = load(model.spec(microBatch, nodes));
        assertThat(loaded.shards()).extracting(ShardStatus::node).isEqualTo(nodes);
        int asked = 0;
        for (Golden golden : model.goldens()) {
            for (int known : LENGTHENED_BY) {
                if (known < golden.greedy().size()) {
                    Golden longer = golden.lengthened(known);
                    String node = cluster.names().get(asked++ % NODES);
                    assertThat(ask(node, model, longer).tokens())
                            .as("lengthened by %d, asked at %s", known, node)
                            .isEqualTo(longer.greedy());
                }
            }
        }
        unload(model);
    }

    private static ModelStatus load(ModelSpec spec) throws Exception {
        try (ControlClient client = cluster.client("n1")) {
            LoadEvent event = client.load(spec, _ -> {});
            assertThat(event).isInstanceOf(LoadEvent.Done.class);
            return ((LoadEvent.Done) event).model();
        }
    }

    private static void unload(ClusterGoldens model) throws Exception {
        try (ControlClient client = cluster.client("n2")) {
            assertThat(client.unload(model.name())).isEmpty();
        }
    }

    private static ClusterAnswer ask(String node, ClusterGoldens model, Golden golden) {
        return ClusterAnswer.ask(cluster, node, golden.request(model.name()));
    }

    @Test
    void shouldUseFewerNodesWhereAModelHasFewerLayers() throws Exception {
        ModelStatus loaded = load(TINY_STORIES.spec(512, List.of()));
        assertThat(loaded.phase()).isEqualTo(ModelPhase.READY);
        assertThat(loaded.shards()).hasSize(TINY_STORIES.layers());
        assertThat(loaded.notes()).contains("the model has 2 layers, so it uses 2 of 4 nodes");
        Golden golden = TINY_STORIES.goldens().getFirst();
        assertThat(ask("n3", TINY_STORIES, golden).tokens()).isEqualTo(golden.greedy());
        unload(TINY_STORIES);
    }

    @Test
    void shouldGiveTheSameTokensToEightAtOnce() throws Exception {
        load(TALES_QWEN3.spec(512, cluster.first(3)));
        List<Golden> goldens = new ArrayList<>();
        for (Golden golden : TALES_QWEN3.goldens()) {
            goldens.add(golden.lengthened(goldens.size() * 3));
        }
        assertThat(goldens).hasSize(8);
        List<ClusterAnswer> answers = new ArrayList<>();
        for (Golden golden : goldens) {
            answers.add(ask(cluster.names().get(answers.size() % NODES), TALES_QWEN3, golden));
        }
        // One by one each gives what another engine gave: the goldens.
        for (int number = 0; number < answers.size(); number++) {
            assertThat(answers.get(number).tokens())
                    .as("answer %d", number)
                    .isEqualTo(goldens.get(number).greedy());
        }
        unload(TALES_QWEN3);
    }
}
