package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code demo} of the packed node.jar, and what is left of it when things go wrong. */
@Timeout(300)
class DemoIT {
    private static final String PROMPT =
            "Once upon a time, there was a little fox named Pip who lived by the river.";

    /** What llama.cpp continues it with, from the golden file of the model. */
    private static final List<Integer> GREEDY =
            List.of(413, 352, 44, 522, 105, 112, 572, 289, 853, 259, 877, 863, 44, 393, 259, 605);

    /** Fewer threads than processors: a test shares them. */
    private static final String[] LONG_DEMO = {
        "demo", "--threads", "1", "--max-tokens", "490", "--ignore-end"
    };

    private static final int MIDDLE_BYTES = 80;

    @TempDir Path folder;

    @Test
    void shouldTellAStoryAndLeaveNothing() throws Exception {
        try (var demo = NodeJarProcess.start(folder, "demo", "--threads", "1")) {
            assertThat(demo.exitCode()).as(demo.err()).isZero();
            assertThat(demo.out())
                    .startsWith("Once upon a time, there was a little fox")
                    .containsPattern("tokens/s; replay: (not )?bit-equal; .+]\\n$");
            assertThat(demo.err()).isEmpty();
            demo.assertNothingTemporaryLeft();
        }
        assertThat(logs()).isEmpty();
    }

    @Test
    void shouldPrintTheGoldenTokensAsJson() throws Exception {
        try (var demo =
                NodeJarProcess.start(
                        folder,
                        "demo",
                        "--json",
                        "--threads",
                        "1",
                        "--max-tokens",
                        Integer.toString(GREEDY.size()),
                        "--prompt",
                        PROMPT)) {
            assertThat(demo.exitCode()).as(demo.err()).isZero();
            JsonNode json = JsonMapper.shared().readTree(demo.out());
            assertThat(json.get("token_ids").valueStream().map(JsonNode::asInt)).isEqualTo(GREEDY);
            assertThat(json.get("text").asString())
                    .isEqualTo(" One day, Pip wanted to cross the deep river, but the water");
            assertThat(json.get("prompt_token_ids").size()).isEqualTo(22);
            assertThat(json.get("nodes").asInt()).isEqualTo(1);
            assertThat(json.get("recoveries").asInt()).isZero();
            assertThat(json.get("decode_tokens_per_second").asDouble()).isPositive();
            assertThat(json.get("finish_reason").asString()).isEqualTo("length");
        }
    }

    @Test
    void shouldAnswerByTheChatTemplate() throws Exception {
        try (var demo =
                NodeJarProcess.start(
                        folder, "demo", "--json", "--chat", "What colour is the sky?")) {
            assertThat(demo.exitCode()).as(demo.err()).isZero();
            JsonNode json = JsonMapper.shared().readTree(demo.out());
            assertThat(json.get("text").asString()).isEqualTo("The sky is blue.");
            assertThat(json.get("finish_reason").asString()).isEqualTo("stop");
            assertThat(demo.err()).isEmpty();
        }
    }

    @Test
    void shouldSayInOneLineThatAFileIsNoModel() throws Exception {
        Path file = Files.writeString(folder.resolve("letter.gguf"), "Dear Mary, how are you?");
        try (var demo = NodeJarProcess.start(folder, "demo", "--model", file.toString())) {
            assertThat(demo.exitCode()).isEqualTo(1);
            assertThat(demo.out()).isEmpty();
            assertThat(demo.err()).startsWith("demo: ").contains("letter.gguf").hasLineCount(1);
            demo.assertNothingTemporaryLeft();
        }
        assertThat(logs()).hasSize(1);
    }

    @Test
    void shouldSayInOneLineThatThereIsNoModel() throws Exception {
        try (var demo = NodeJarProcess.start(folder, "demo", "--json", "--model", "/none.gguf")) {
            assertThat(demo.exitCode()).isEqualTo(1);
            assertThat(demo.err()).isEqualTo("demo: no model at /none.gguf, want a GGUF file\n");
            assertThat(JsonMapper.shared().readTree(demo.out()).get("error").asString())
                    .contains("/none.gguf");
        }
    }

    @Test
    void shouldSayInOneLineThatItsHomeCannotBeWritten() throws Exception {
        Path home = Files.writeString(folder.resolve("in-the-way"), "no folder");
        try (var demo = NodeJarProcess.start(folder, home, "demo")) {
            assertThat(demo.exitCode()).isEqualTo(1);
            assertThat(demo.err())
                    .contains("cannot write " + home, "BOLTMESH_HOME")
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldRefuseAPromptLongerThanTheContext() throws Exception {
        try (var demo =
                NodeJarProcess.start(
                        folder, "demo", "--context", "16", "--threads", "1", "--prompt", PROMPT)) {
            assertThat(demo.exitCode()).isEqualTo(1);
            assertThat(demo.err())
                    .contains("the prompt has 22 tokens, want at most the context of 16")
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldEndInOrderOnCtrlC() throws Exception {
        try (var demo = NodeJarProcess.start(folder, LONG_DEMO)) {
            demo.awaitText(MIDDLE_BYTES);
            ProcessHandle engine = demo.engine();
            demo.signal("INT");
            assertThat(demo.exitCode()).isEqualTo(130);
            assertThat(demo.err()).isEmpty();
            assertThat(engine.isAlive()).isFalse();
            demo.assertNothingTemporaryLeft();
        }
        assertThat(logs()).isEmpty();
    }

    @Test
    void shouldSayThatItsEngineWasKilledInMidAnswer() throws Exception {
        try (var demo = NodeJarProcess.start(folder, LONG_DEMO)) {
            demo.awaitText(MIDDLE_BYTES);
            long pid = demo.engine().pid();
            demo.engine().destroyForcibly();
            assertThat(demo.exitCode()).isEqualTo(1);
            assertThat(demo.err())
                    .startsWith(
                            "demo: engine process "
                                    + pid
                                    + " was killed by signal 9 (KILL) while generating; ")
                    .hasLineCount(1);
            demo.assertNothingTemporaryLeft();
        }
    }

    @Test
    void shouldLeaveNoEngineWhenItIsKilledItself() throws Exception {
        try (var demo = NodeJarProcess.start(folder, LONG_DEMO)) {
            demo.awaitText(MIDDLE_BYTES);
            ProcessHandle engine = demo.engine();
            demo.kill();
            NodeJarProcess.await(() -> !engine.isAlive());
            NodeJarProcess.await(() -> !demo.isAnythingTemporaryLeft());
        }
    }

    private List<Path> logs() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("home/logs"))) {
            return files.toList();
        }
    }
}
