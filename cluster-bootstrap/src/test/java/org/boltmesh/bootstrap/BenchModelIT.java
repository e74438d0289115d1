package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code bench synth} and {@code bench model --file} of the packed node.jar. */
@Timeout(400)
class BenchModelIT {
    private static final Map<String, Object> CONFIG =
            Map.of(
                    "model_type", "qwen3",
                    "hidden_size", 64,
                    "intermediate_size", 96,
                    "num_hidden_layers", 3,
                    "num_attention_heads", 4,
                    "num_key_value_heads", 2,
                    "vocab_size", 700,
                    "max_position_embeddings", 512,
                    "tie_word_embeddings", true);

    @TempDir Path folder;

    @Test
    void shouldWriteAFileAndMeasureItOnANodeThatIsGoneThen() throws Exception {
        Path model = synth();
        try (var bench =
                NodeJarProcess.start(
                        folder,
                        "bench",
                        "model",
                        "--file",
                        model.toString(),
                        "--threads",
                        "1",
                        "--prompt-tokens",
                        "40",
                        "--generate-tokens",
                        "8",
                        "--repetitions",
                        "2",
                        "--json")) {
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            assertThat(bench.out()).hasLineCount(1);
            JsonNode json = JsonMapper.shared().readTree(bench.out());
            assertThat(json.get("file").asString()).isEqualTo(model.toString());
            assertThat(json.get("context").asInt()).isEqualTo(40);
            assertThat(json.get("tests").valueStream().map(test -> test.get("test").asString()))
                    .containsExactly("pp40", "tg8");
            for (JsonNode test : json.get("tests")) {
                assertThat(test.get("samples").size()).isEqualTo(2);
                assertThat(test.get("min").asDouble()).isPositive();
            }
            bench.assertNothingTemporaryLeft();
        }
        assertThat(folder.resolve("home/logs")).isEmptyDirectory();
    }

    private Path synth() throws Exception {
        Path config =
                Files.writeString(
                        folder.resolve("config.json"),
                        JsonMapper.shared().writeValueAsString(CONFIG));
        Path model = folder.resolve("random.gguf");
        try (var synth =
                NodeJarProcess.start(
                        folder,
                        "bench",
                        "synth",
                        "--config",
                        config.toString(),
                        "--type",
                        "q8_0",
                        "--layers",
                        "2",
                        "-o",
                        model.toString())) {
            assertThat(synth.exitCode()).as(synth.err()).isZero();
            assertThat(synth.out()).contains(model + ": qwen3, 2 layers, ", "of Q8_0, seed 1");
            assertThat(synth.err()).isEmpty();
        }
        assertThat(GgufFile.open(model).metadata().requireInteger("qwen3.block_count"))
                .isEqualTo(2);
        return model;
    }

    @Test
    void shouldLeaveNothingOnCtrlC() throws Exception {
        Path model = synth();
        try (var bench =
                NodeJarProcess.start(
                        folder,
                        "bench",
                        "model",
                        "--file",
                        model.toString(),
                        "--threads",
                        "1",
                        "--repetitions",
                        "1000")) {
            bench.awaitErr("1 of 1000");
            List<ProcessHandle> all = bench.descendants();
            assertThat(all).hasSizeGreaterThanOrEqualTo(3);
            bench.signal("INT");
            assertThat(bench.exitCode()).isEqualTo(130);
            assertThat(bench.out()).isEmpty();
            assertThat(all).noneMatch(ProcessHandle::isAlive);
            bench.assertNothingTemporaryLeft();
        }
        assertThat(folder.resolve("home/logs")).isEmptyDirectory();
    }
}
