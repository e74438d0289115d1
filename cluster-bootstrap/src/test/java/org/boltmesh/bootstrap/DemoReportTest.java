package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.boltmesh.shards.engine.EngineEvent;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.model.ShardInfo;
import org.junit.jupiter.api.Test;

class DemoReportTest {
    private final DemoReport report =
            new DemoReport(
                    "m.gguf",
                    new ShardInfo("qwen3", 0, 4, 1024, 512, 1, 512, 10, 20, 30, "ggml X", true),
                    "a text",
                    List.of(7, 8, 9),
                    List.of(1, 2),
                    new EngineEvent.Finished(
                            1,
                            FinishReason.LENGTH,
                            2,
                            3,
                            new GenerationTimes(2, 1_000_000, 2, 4_000_000)));

    @Test
    void shouldHaveThePromisedFields() {
        assertThat(report.json())
                .containsEntry("text", "a text")
                .containsEntry("token_ids", List.of(7, 8, 9))
                .containsEntry("prompt_token_ids", List.of(1, 2))
                .containsEntry("nodes", 1)
                .containsEntry("mode", "pipeline")
                .containsEntry("prefill_tokens_per_second", 2000.0)
                .containsEntry("decode_tokens_per_second", 500.0)
                .containsEntry("recoveries", 0)
                .containsEntry("finish_reason", "length")
                .containsEntry("replay", "bit-equal")
                .containsEntry("library", "ggml X");
    }

    @Test
    void shouldSaySpeedsInOneLine() {
        assertThat(report.speeds())
                .isEqualTo(
                        "[prompt: 2 tokens, 2000 tokens/s; answer: 3 tokens (cut, see --max-tokens), 500.0 tokens/s; replay: bit-equal; ggml X]");
    }
}
