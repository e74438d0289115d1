package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.junit.jupiter.api.Test;

class ClusterDemoReportTest {
    private final AnswerEvent.Finished end =
            new AnswerEvent.Finished(
                    FinishReason.LENGTH, "!", new GenerationTimes(2, 1_000_000, 2, 4_000_000), 1);

    private ClusterDemoReport report() {
        ClusterState state = new FakeCluster().state().toCompletableFuture().join();
        var answer =
                new GeneratedAnswer(
                        "demo",
                        new DemoScreen(Optional.empty(), new PrintWriter(Writer.nullWriter())));
        answer.add(new AnswerEvent.Begun(List.of(1, 2)));
        answer.add(new AnswerEvent.Token(0, 7, "so", List.of()));
        answer.add(end);
        return new ClusterDemoReport("m.gguf", answer, end, state, new LinkUse(state, state));
    }

    @Test
    void shouldHaveTheFieldsOfADemoWithoutACluster() {
        assertThat(report().json())
                .containsEntry("text", "so!")
                .containsEntry("token_ids", List.of(7))
                .containsEntry("prompt_token_ids", List.of(1, 2))
                .containsEntry("nodes", 2)
                .containsEntry("mode", "pipeline")
                .containsEntry("prefill_tokens_per_second", 2000.0)
                .containsEntry("decode_tokens_per_second", 500.0)
                .containsEntry("recoveries", 1)
                .containsEntry("finish_reason", "length")
                .containsEntry("model", "m.gguf");
    }

    @Test
    void shouldTellProcessesShardsAndTraffic() {
        Map<String, Object> json = report().json();
        assertThat(json)
                .containsEntry(
                        "processes",
                        List.of(
                                Map.of(
                                        "node",
                                        "a",
                                        "control",
                                        4711L,
                                        "media_driver",
                                        4712L,
                                        "engines",
                                        List.of(7L)),
                                Map.of(
                                        "node",
                                        "node-b",
                                        "control",
                                        4713L,
                                        "media_driver",
                                        0L,
                                        "engines",
                                        List.of())))
                .containsEntry(
                        "sent_bytes", List.of(Map.of("from", "a", "to", "node-b", "bytes", 99L)));
        assertThat(json.get("shards")).asString().contains("node=a", "layers=[0, 1]");
    }

    @Test
    void shouldSayWhereTheLayersWere() {
        assertThat(report().speeds())
                .startsWith("[prompt: 2 tokens, 2000 tokens/s; answer: 1 tokens (cut, see")
                .contains("layers: a 0..1, b 2..3");
    }
}
