package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.actors.control.ControlServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands that ask a running node, which has a fake cluster here. */
@Timeout(60)
class NodeCommandsTest {
    @TempDir Path folder;

    private final FakeCluster cluster = new FakeCluster();
    private ControlServer server;

    @BeforeEach
    void start() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        server = ControlServer.start(folder, "a", cluster);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CommandRun run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data-folder", folder.toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private JsonNode json(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        CommandRun run = run(all.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).hasLineCount(1);
        return JsonMapper.shared().readTree(run.out());
    }

    @Test
    void shouldShowNodesAndModels() {
        CommandRun run = run("status");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .isEqualTo(
                        """
                        node    address              free    limit    taken  driver
                        a       127.0.0.1:25520  12.0 GiB     none  1.0 KiB  process 4712
                        node-b  10.0.0.2:25520    8.0 GiB  4.0 GiB      0 B  none

                        from  to      device    link  epoch     sent  received  detail
                        a     node-b  rdma_en3  down      8  2.0 KiB   4.0 KiB  a cable is out; dropped: stale-epoch 7

                        model  phase  layers          active  waiting  detail
                        tales  ready  a 0..1, b 2..3       1        2
                        """);
    }

    @Test
    void shouldShowNodesAndModelsAsJson() {
        JsonNode status = json("status");
        assertThat(status.propertyNames()).containsExactly("nodes", "models");
        JsonNode node = status.get("nodes").get(0);
        assertThat(node.get("pid").asInt()).isEqualTo(4711);
        JsonNode rdma = node.get("rdma");
        assertThat(rdma.get("provider").asString()).isEqualTo("simulated");
        JsonNode link = rdma.get("links").get(0);
        assertThat(link.get("to").asString()).isEqualTo("node-b");
        assertThat(link.get("state").asString()).isEqualTo("down");
        assertThat(link.get("sent_bytes").asLong()).isEqualTo(2048);
        assertThat(link.get("drops").get("stale-epoch").asLong()).isEqualTo(7);
        assertThat(node.has("limit_bytes")).isFalse();
        assertThat(status.get("nodes").get(1).get("limit_bytes").asLong()).isEqualTo(4L << 30);
        assertThat(node.get("sent").get(0).get("bytes").asInt()).isEqualTo(99);
        JsonNode model = json("models").get("models").get(0);
        assertThat(model.get("name").asString()).isEqualTo("tales");
        assertThat(model.get("shards").get(1).get("layers").get(0).asInt()).isEqualTo(2);
    }

    @Test
    void shouldLoadAndShowThePlan() {
        CommandRun run =
                run("load", "fox", "--file", "fox.gguf", "--nodes", "b,a", "--kv-type", "f32");
        assertThat(run.err()).isEqualTo("fox: waits for memory%n".formatted());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .isEqualTo(
                        """
                        fox
                        node  layers  weights  KV cache  scratch
                        a     0..1       10 B   2.0 KiB     40 B
                        b     2..3       11 B   2.0 KiB     41 B
                        note: a note
                        """);
        assertThat(cluster.loaded.getFirst().file())
                .isEqualTo(Path.of("fox.gguf").toAbsolutePath().toString());
        assertThat(cluster.loaded.getFirst().nodes()).containsExactly("b", "a");
    }

    @Test
    void shouldSayInOneLineWhyAModelIsNotLoaded() {
        CommandRun run = run("load", "huge", "--file", "f", "--json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("load: too large by 1 byte%n".formatted());
        assertThat(JsonMapper.shared().readTree(run.out()).get("error").asString())
                .isEqualTo("too large by 1 byte");
    }

    @Test
    void shouldUnload() {
        assertThat(run("unload", "tales").out()).contains("tales is unloaded");
        assertThat(json("unload", "tales").get("unloaded").asString()).isEqualTo("tales");
        CommandRun unknown = run("unload", "other");
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.err()).isEqualTo("unload: no model other%n".formatted());
    }

    @Test
    void shouldPrintAnAnswer() {
        CommandRun run = run("generate", "tales", "--prompt", "Once", "--max-tokens", "3");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("Once ä0 ä1 ä2!")
                .contains("[prompt: 3 tokens", "answer: 3 tokens (cut, see --max-tokens)");
        JsonNode json = json("generate", "tales", "--tokens", "1,2,3", "--max-tokens", "2");
        assertThat(json.get("text").asString()).isEqualTo(" ä0 ä1!");
        assertThat(json.get("token_ids").toString()).isEqualTo("[100,101]");
        assertThat(json.get("prompt_token_ids").toString()).isEqualTo("[1,2,3]");
        assertThat(json.get("finish_reason").asString()).isEqualTo("length");
        assertThat(json.get("recoveries").asInt()).isEqualTo(1);
    }

    @Test
    void shouldSayInOneLineThatThereIsNoAnswer() {
        CommandRun run = run("generate", "other", "--chat", "Hi", "--json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("generate: no model other%n".formatted());
        assertThat(run.out()).contains("\"error\"").hasLineCount(1);
    }

    @Test
    void shouldSayInOneLineThatNoNodeRuns() {
        server.close();
        for (String[] command :
                List.of(
                        new String[] {"status"},
                        new String[] {"models"},
                        new String[] {"unload", "m"},
                        new String[] {"load", "m", "--file", "f"},
                        new String[] {"generate", "m", "--chat", "x"})) {
            CommandRun run = run(command);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .startsWith(command[0] + ": no node runs with data folder " + folder)
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldChatWithWhatComesFromAPipe() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("Hi\n/exit\n".getBytes(StandardCharsets.UTF_8)));
        try {
            CommandRun run = run("chat");
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).isNotBlank().doesNotContain("no answer");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void shouldRefuseToChatWithAnUnknownModel() {
        CommandRun run = run("chat", "talse");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("no model talse is ready; want one of: tales");
    }
}
