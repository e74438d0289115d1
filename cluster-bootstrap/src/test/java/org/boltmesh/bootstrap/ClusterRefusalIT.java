package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.boltmesh.bootstrap.ClusterGoldens.STORIES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster does not take, it refuses with the reason, and goes on. */
@Timeout(300)
class ClusterRefusalIT {
    private static final String SECRET = "cluster-secret = \"%s secret of these nodes\"";

    /** Of no test here: a machine that stops for some seconds must not cut the cluster apart. */
    private static final String PATIENT = "timeouts.unreachable = 15s";

    @TempDir static Path folder;

    @SuppressWarnings("NullAway.Init") // set before the first test
    private static NodeJarCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        Path good = STORIES.file();
        Path other = changed(good);
        cluster = NodeJarCluster.of(folder, 4);
        cluster.start("n1", keys("differing = " + good, "missing = " + good));
        cluster.start("n2", keys("differing = " + other, "missing = " + folder + "/none.gguf"));
        cluster.awaitNodes(cluster.first(2));
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    /** One of the models that a node names by a file of its own: name = path. */
    private static String keys(String... models) {
        List<String> entries =
                Arrays.stream(models)
                        .map(model -> model.split(" = "))
                        .map(pair -> "{ name = %s, file = \"%s\" }".formatted(pair[0], pair[1]))
                        .toList();
        return String.join(
                "\n",
                SECRET.formatted("the"),
                PATIENT,
                "models = [" + String.join(", ", entries) + "]");
    }

    /** The same model with other weights in its last tensor. */
    private static Path changed(Path model) throws IOException {
        byte[] bytes = Files.readAllBytes(model);
        for (int offset = bytes.length - 4096; offset < bytes.length; offset++) {
            bytes[offset] = (byte) ~bytes[offset];
        }
        return Files.write(folder.resolve("changed.gguf"), bytes);
    }

    private static String refusal(String model) throws Exception {
        try (ControlClient client = cluster.client("n1")) {
            LoadEvent event = client.load(STORIES.spec(model, 512, List.of()), _ -> {});
            assertThat(event).isInstanceOf(LoadEvent.Refused.class);
            return ((LoadEvent.Refused) event).reason();
        }
    }

    @Test
    void shouldRefuseAModelWhoseFileDiffersBetweenNodes() throws Exception {
        assertThat(refusal("differing"))
                .contains("node n1's " + STORIES.file(), "node n2's ", "changed.gguf")
                .contains("are not the same");
    }

    @Test
    void shouldRefuseAModelWhoseFileIsMissingOnANode() throws Exception {
        assertThat(refusal("missing")).contains("node n2: ", "none.gguf").doesNotContain("n1: ");
    }

    @Test
    void shouldEndANodeWhoseNameIsTaken() throws Exception {
        cluster.startAs("n3", "n1", keys());
        assertThat(cluster.process("n3").exitCode()).isEqualTo(1);
        assertThat(cluster.process("n3").err())
                .contains("node name n1 is taken by the node at 127.0.0.1:" + cluster.port("n1"));
        cluster.awaitNodes(cluster.first(2));
        assertThat(cluster.nodeStatus("n2", "n1").controlPid())
                .isEqualTo(cluster.process("n1").pid());
    }

    @Test
    void shouldRefuseANodeWithAnotherSecret() throws Exception {
        cluster.start("n4", SECRET.formatted("another"));
        cluster.process("n4").awaitErr("that node has another cluster-secret");
        NodeJarProcess.await(() -> refusedIncoming("n1") || refusedIncoming("n2"));
        cluster.awaitNodes(cluster.first(2));
        cluster.process("n4").signal("TERM");
        assertThat(cluster.process("n4").exitCode()).isZero();
    }

    private static boolean refusedIncoming(String node) {
        return NodeJarProcess.text(folder.resolve(node).resolve("err"))
                .contains("refused an incoming connection");
    }
}
