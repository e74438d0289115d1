package org.boltmesh.bootstrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.LinkTraffic;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.model.LayerRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeMetricsTest {
    private final AtomicLong nowNs = new AtomicLong();
    private final NodeMetrics metrics =
            new NodeMetrics(
                    "mac-1",
                    new NodeCounts(() -> Map.of("too_long", 3L), () -> 4, () -> 5, () -> 6),
                    nowNs::get);

    @AfterEach
    void close() {
        metrics.close();
    }

    private List<String> scraped() {
        return metrics.scrape(Optional.empty()).lines().toList();
    }

    private static NodeStatus node(String name) {
        return new NodeStatus(
                new UUID(0, 1),
                name,
                7,
                new HostPort("127.0.0.1", 1),
                0,
                0,
                512,
                9,
                mesh(),
                List.of(new NodeStatus.SentBytes("peer-of-" + name, 1000)));
    }

    private static MeshStatus mesh() {
        var traffic = new LinkTraffic(1, 2, 3, 4, 5, 6, Map.of("stale-epoch", 7L));
        var link = new LinkStatus("mac-3", 0, "rdma_en3", LinkState.UP, "", 8, traffic);
        return new MeshStatus("simulated", "", 9, false, List.of(link));
    }

    private static ModelStatus model(String name, String head) {
        var spec = new ModelSpec(name, "/m", 0, List.of(), KvType.F16, 512, 8);
        var shard =
                new ShardStatus(
                        head, new LayerRange(0, 1, true, true), 0, 0, 0, Optional.empty(), 0, 0);
        return new ModelStatus(spec, ModelPhase.READY, "", List.of(shard), List.of(), 2, 11, 1);
    }

    @Test
    void shouldCountAnAnswer() {
        AnswerMeter answer = metrics.answer("tales");
        answer.prompt(7);
        nowNs.addAndGet(400_000_000);
        answer.token();
        answer.token();
        answer.times(new GenerationTimes(6, 500_000_000, 10, 250_000_000));
        answer.ended(Outcome.ANSWERED);
        answer.ended(Outcome.CANCELLED);
        assertThat(scraped())
                .contains(
                        "boltmesh_requests_total{model=\"tales\",node=\"mac-1\",outcome=\"answered\"} 1.0",
                        "boltmesh_requests_total{model=\"tales\",node=\"mac-1\",outcome=\"cancelled\"} 0.0",
                        "boltmesh_prompt_tokens_total{model=\"tales\",node=\"mac-1\"} 7.0",
                        "boltmesh_generated_tokens_total{model=\"tales\",node=\"mac-1\"} 2.0",
                        "boltmesh_prefill_tokens_total{model=\"tales\",node=\"mac-1\"} 6.0",
                        "boltmesh_prefill_seconds_total{model=\"tales\",node=\"mac-1\"} 0.5",
                        "boltmesh_decode_tokens_total{model=\"tales\",node=\"mac-1\"} 10.0",
                        "boltmesh_decode_seconds_total{model=\"tales\",node=\"mac-1\"} 0.25",
                        "boltmesh_step_seconds_sum{model=\"tales\",node=\"mac-1\"} 0.025",
                        "boltmesh_time_to_first_token_seconds_sum{model=\"tales\",node=\"mac-1\"} 0.4",
                        "boltmesh_time_to_first_token_seconds_bucket{model=\"tales\",node=\"mac-1\",le=\"0.5\"} 1");
    }

    @Test
    void shouldTellOfTheNodeItself() {
        metrics.responded("/v1/models", 200);
        metrics.watch(() -> 3, () -> 2);
        assertThat(scraped())
                .contains(
                        "boltmesh_refused_messages_total{node=\"mac-1\",reason=\"too_long\"} 3.0",
                        "boltmesh_refused_connections_total{node=\"mac-1\"} 4.0",
                        "boltmesh_engine_starts_total{node=\"mac-1\"} 5.0",
                        "boltmesh_media_driver_starts_total{node=\"mac-1\"} 6.0",
                        "boltmesh_http_responses_total{node=\"mac-1\",route=\"/v1/models\",status=\"200\"} 1.0",
                        "boltmesh_http_connections{node=\"mac-1\"} 3.0",
                        "boltmesh_http_answers{node=\"mac-1\"} 2.0",
                        "# TYPE jvm_threads_live_threads gauge");
    }

    @Test
    void shouldTellOfItsRdmaLinks() {
        String labels = "{cable=\"0\",node=\"mac-1\",peer=\"mac-3\"";
        var state = new ClusterState(List.of(node("mac-1"), node("mac-2")), List.of());
        assertThat(metrics.scrape(Optional.of(state)).lines())
                .contains(
                        "boltmesh_rdma_link_state" + labels + ",state=\"up\"} 1.0",
                        "boltmesh_rdma_link_epoch" + labels + "} 8.0",
                        "boltmesh_lane_sent_frames_total" + labels + "} 1.0",
                        "boltmesh_lane_sent_bytes_total" + labels + "} 2.0",
                        "boltmesh_lane_received_frames_total" + labels + "} 3.0",
                        "boltmesh_lane_received_bytes_total" + labels + "} 4.0",
                        "boltmesh_lane_padding_bytes_total" + labels + "} 5.0",
                        "boltmesh_lane_credits_waited_total" + labels + "} 6.0",
                        "boltmesh_lane_drops_total" + labels + ",reason=\"stale-epoch\"} 7.0");
    }

    @Test
    void shouldTellOfLinksAndOfModelsWhoseHeadItHas() {
        var state =
                new ClusterState(
                        List.of(node("mac-1"), node("mac-2")),
                        List.of(model("mine", "mac-1"), model("theirs", "mac-2")));
        String text = metrics.scrape(Optional.of(state));
        assertThat(text.lines())
                .contains(
                        "boltmesh_link_sent_bytes_total{node=\"mac-1\",peer=\"peer-of-mac-1\"} 1000.0",
                        "boltmesh_queue_length{model=\"mine\",node=\"mac-1\"} 11.0",
                        "boltmesh_active_sequences{model=\"mine\",node=\"mac-1\"} 2.0",
                        "boltmesh_model_ready{model=\"mine\",node=\"mac-1\"} 1.0",
                        "boltmesh_model_restarts_total{model=\"mine\",node=\"mac-1\"} 1.0",
                        "boltmesh_model_memory_bytes{node=\"mac-1\"} 512.0",
                        "boltmesh_media_driver_up{node=\"mac-1\"} 1.0");
        assertThat(text).doesNotContain("theirs").doesNotContain("mac-2");
    }

    @Test
    void shouldExplainEveryMetricAndLabelItWithTheNode() {
        metrics.answer("tales").ended(Outcome.ANSWERED);
        metrics.responded("/v1/models", 200);
        String text =
                metrics.scrape(
                        Optional.of(
                                new ClusterState(
                                        List.of(node("mac-1")), List.of(model("m", "mac-1")))));
        List<String> types = text.lines().filter(line -> line.startsWith("# TYPE ")).toList();
        List<String> help = text.lines().filter(line -> line.startsWith("# HELP ")).toList();
        assertThat(help)
                .hasSameSizeAs(types)
                .allMatch(line -> line.split(" ", 4)[3].length() > 3, "says something");
        assertThat(text.lines().filter(line -> !line.startsWith("#")))
                .allMatch(line -> line.contains("node=\"mac-1\""));
    }

    @Test
    void shouldBoundTheLabelsOfModels() {
        for (int i = 0; i < 10 * NodeMetrics.MODELS_MAX; i++) {
            metrics.answer("model-" + i).ended(Outcome.ANSWERED);
            metrics.unknownModel();
        }
        List<String> lines =
                scraped().stream().filter(line -> line.startsWith("boltmesh_requests")).toList();
        assertThat(lines)
                .hasSizeLessThanOrEqualTo((NodeMetrics.MODELS_MAX + 2) * Outcome.values().length);
        assertThat(lines.toString()).contains("model=\"other\"", "unknown_model");
    }
}
