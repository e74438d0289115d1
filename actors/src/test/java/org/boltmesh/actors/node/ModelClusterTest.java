package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Models over several nodes of one JVM: what the actors do, with real engines. */
@Timeout(300)
class ModelClusterTest {
    private static final int TOKENS = 24;

    @TempDir Path folder;

    private static Path shared(String relative) {
        Path path =
                Path.of(System.getProperty("boltmesh.root", ".."))
                        .resolve("../shared/models/stories260K")
                        .resolve(relative)
                        .normalize();
        if (!Files.exists(path)) {
            System.err.println("SKIPPED: no test data at " + path);
            abort("no test data at " + path);
        }
        return path;
    }

    private static ModelSpec spec(String name, Path file, String... nodes) {
        return new ModelSpec(name, file.toString(), 0, List.of(nodes), KvType.F32, 512, 8);
    }

    private static AnswerRequest greedy(String model, Prompt prompt) {
        return new AnswerRequest(model, prompt, SamplingOptions.greedy(), TOKENS, 0, true);
    }

    private static List<Integer> ids(JsonNode node) {
        return node.valueStream().map(JsonNode::asInt).toList();
    }

    @Test
    void shouldLoadAnswerAndUnloadOverThreeNodes() throws Exception {
        Path model = shared("stories260K-f32.gguf");
        JsonNode goldens = JsonMapper.shared().readTree(shared("golden.json"));
        try (var cluster = TestCluster.start(folder, 3)) {
            ModelStatus status = loaded(cluster.load(spec("tiny", model)));
            assertThat(status.phase()).isEqualTo(ModelPhase.READY);
            assertThat(status.shards())
                    .extracting(ShardStatus::node)
                    .containsExactly("n1", "n2", "n3");
            for (JsonNode golden : goldens) {
                List<AnswerEvent> events =
                        cluster.answer(
                                greedy("tiny", new Prompt.Tokens(ids(golden.get("prompt_ids")))));
                assertThat(TestCluster.tokens(events))
                        .isEqualTo(ids(golden.get("greedy_ids")).subList(0, TOKENS));
            }
            refuse(cluster, model);
            assertThat(
                            cluster.access()
                                    .unload("tiny")
                                    .toCompletableFuture()
                                    .get(1, TimeUnit.MINUTES))
                    .isEqualTo(Optional.empty());
            assertThat(cluster.state().models()).isEmpty();
            assertThat(cluster.state().nodes()).allMatch(node -> node.takenBytes() == 0);
        }
    }

    private static ModelStatus loaded(LoadEvent event) {
        assertThat(event).isInstanceOf(LoadEvent.Done.class);
        return ((LoadEvent.Done) event).model();
    }

    private void refuse(TestCluster cluster, Path model) throws Exception {
        assertThat(reason(cluster.load(spec("tiny", model)))).contains("loaded already");
        assertThat(reason(cluster.load(spec("other", model, "n1", "n9"))))
                .contains("not in the cluster: n9; its nodes are n1, n2, n3");
        assertThat(reason(cluster.load(spec("other", folder.resolve("none.gguf")))))
                .contains("node n1: ", "node n3: ", "none.gguf");
        assertThat(cluster.answer(greedy("nobody", new Prompt.Text("Once"))).getLast())
                .isEqualTo(
                        new AnswerEvent.Failed(
                                FailureCode.NOT_LOADED, "no model nobody; there are tiny"));
        assertThat(cluster.access().unload("nobody").toCompletableFuture().get(1, TimeUnit.MINUTES))
                .contains("no model nobody; there are tiny");
        assertThat(cluster.answer(greedy("tiny", new Prompt.Tokens(List.of(999_999)))).getLast())
                .isInstanceOfSatisfying(
                        AnswerEvent.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(FailureCode.INVALID_REQUEST));
    }

    private static String reason(LoadEvent event) {
        assertThat(event).isInstanceOf(LoadEvent.Refused.class);
        return ((LoadEvent.Refused) event).reason();
    }
}
