package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.boltmesh.driver.AeronDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code demo --nodes 2} of the packed node.jar, and what is left of it when things go wrong. */
@Timeout(400)
class ClusterDemoIT {
    private static final String PROMPT =
            "Once upon a time, there was a little fox named Pip who lived by the river.";

    /** What an engine alone, and llama.cpp, continue it with. */
    private static final List<Integer> GREEDY =
            List.of(413, 352, 44, 522, 105, 112, 572, 289, 853, 259, 877, 863, 44, 393, 259, 605);

    private static final String[] LONG_DEMO = {
        "demo", "--nodes", "2", "--threads", "1", "--max-tokens", "490", "--ignore-end"
    };

    private static final int MIDDLE_BYTES = 80;

    @TempDir Path folder;

    @Test
    void shouldPrintTheGoldenTokensAndWhereTheyCameFrom() throws Exception {
        String count = Integer.toString(GREEDY.size());
        try (var demo =
                NodeJarProcess.start(
                        folder,
                        "demo",
                        "--nodes",
                        "2",
                        "--json",
                        "--threads",
                        "1",
                        "--max-tokens",
                        count,
                        "--prompt",
                        PROMPT)) {
            assertThat(demo.exitCode()).as(demo.err()).isZero();
            JsonNode json = JsonMapper.shared().readTree(demo.out());
            assertThat(json.get("token_ids").valueStream().map(JsonNode::asInt)).isEqualTo(GREEDY);
            assertThat(json.get("prompt_token_ids").size()).isEqualTo(22);
            assertThat(json.get("nodes").asInt()).isEqualTo(2);
            assertThat(json.get("mode").asString()).isEqualTo("pipeline");
            assertThat(json.get("recoveries").asInt()).isZero();
            assertThat(json.get("decode_tokens_per_second").asDouble()).isPositive();
            assertThat(json.get("finish_reason").asString()).isEqualTo("length");
            hasAProcessOfEachKindOnEachNode(json.get("processes"));
            hasAllLayersOnce(json.get("shards"));
            hasTrafficBothWays(json.get("sent_bytes"));
            assertThat(demo.err()).isEmpty();
            demo.assertNothingTemporaryLeft();
        }
    }

    private static void hasAProcessOfEachKindOnEachNode(JsonNode processes) {
        assertThat(processes.valueStream().map(node -> node.get("node").asString()))
                .containsExactly("node-1", "node-2");
        List<Long> pids = new ArrayList<>();
        for (JsonNode node : processes) {
            pids.add(node.get("control").asLong());
            pids.add(node.get("media_driver").asLong());
            node.get("engines").forEach(pid -> pids.add(pid.asLong()));
        }
        assertThat(pids).hasSize(6).doesNotHaveDuplicates().allMatch(pid -> pid > 0);
    }

    private static void hasAllLayersOnce(JsonNode shards) {
        assertThat(shards.size()).isEqualTo(2);
        JsonNode first = shards.get(0);
        JsonNode second = shards.get(1);
        assertThat(first.get("layers").get(0).asInt()).isZero();
        assertThat(second.get("layers").get(0).asInt())
                .isEqualTo(first.get("layers").get(1).asInt() + 1);
        for (JsonNode shard : shards) {
            assertThat(shard.get("weight_bytes")).isEqualTo(shard.get("planned_weight_bytes"));
            assertThat(shard.get("kv_cache_bytes")).isEqualTo(shard.get("planned_kv_cache_bytes"));
            assertThat(shard.get("compute_bytes").asLong())
                    .isLessThanOrEqualTo(shard.get("planned_compute_bytes").asLong());
        }
    }

    private static void hasTrafficBothWays(JsonNode sent) {
        assertThat(
                        sent.valueStream()
                                .map(
                                        pair ->
                                                pair.get("from").asString()
                                                        + " to "
                                                        + pair.get("to").asString()))
                .contains("node-1 to node-2", "node-2 to node-1");
        assertThat(sent.valueStream()).allMatch(pair -> pair.get("bytes").asLong() > 0);
    }

    @Test
    void shouldEndInOrderOnCtrlC() throws Exception {
        try (var demo = NodeJarProcess.start(folder, LONG_DEMO)) {
            demo.awaitText(MIDDLE_BYTES);
            Traces traces = traces(demo);
            demo.signal("INT");
            assertThat(demo.exitCode()).isEqualTo(130);
            assertThat(demo.err()).isEmpty();
            traces.assertGone();
            demo.assertNothingTemporaryLeft();
        }
    }

    @Test
    void shouldLeaveNothingWhenItIsKilledItself() throws Exception {
        try (var demo = NodeJarProcess.start(folder, LONG_DEMO)) {
            demo.awaitText(MIDDLE_BYTES);
            Traces traces = traces(demo);
            demo.kill();
            NodeJarProcess.await(() -> !traces.isAnyAlive());
            NodeJarProcess.await(() -> !demo.isAnythingTemporaryLeft());
            traces.assertGone();
        }
    }

    @Test
    void shouldLeaveNothingWhenItIsKilledWhileItStarts() throws Exception {
        try (var demo = NodeJarProcess.start(folder, LONG_DEMO)) {
            NodeJarProcess.await(() -> demo.descendants().size() >= 2);
            List<ProcessHandle> started = demo.descendants();
            demo.kill();
            NodeJarProcess.await(() -> started.stream().noneMatch(ProcessHandle::isAlive));
            NodeJarProcess.await(() -> !demo.isAnythingTemporaryLeft());
        }
    }

    @Test
    void shouldSayWhichNodeWasKilled() throws Exception {
        try (var demo = NodeJarProcess.start(folder, LONG_DEMO)) {
            demo.awaitText(MIDDLE_BYTES);
            Traces traces = traces(demo);
            ProcessHandle node = node(demo, "node-2");
            node.destroyForcibly();
            assertThat(demo.exitCode()).isEqualTo(1);
            assertThat(demo.err())
                    .startsWith(
                            "demo: node-2, process "
                                    + node.pid()
                                    + ", was killed by signal 9 (KILL); its log ends: ")
                    .hasLineCount(1);
            traces.assertGone();
            demo.assertNothingTemporaryLeft();
        }
    }

    private static ProcessHandle node(NodeJarProcess demo, String name) {
        return demo.descendants().stream()
                .filter(
                        child ->
                                child.info().commandLine().orElse("").contains(name + "/node.conf"))
                .findFirst()
                .orElseThrow();
    }

    private Traces traces(NodeJarProcess demo) throws IOException {
        List<Path> buffers = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve("tmp"))) {
            for (Path file : files.filter(path -> path.endsWith("node-id")).toList()) {
                buffers.add(AeronDirectory.defaultFor(Files.readString(file).strip()));
            }
        }
        assertThat(buffers).hasSize(2);
        assertThat(demo.descendants()).hasSizeGreaterThanOrEqualTo(6);
        return new Traces(demo.descendants(), buffers);
    }

    /** What a demo in the middle of an answer has outside of its folder. */
    private record Traces(List<ProcessHandle> processes, List<Path> buffers) {
        boolean isAnyAlive() {
            return processes.stream().anyMatch(ProcessHandle::isAlive);
        }

        void assertGone() {
            assertThat(processes).noneMatch(ProcessHandle::isAlive);
            assertThat(buffers).noneMatch(Files::exists);
        }
    }
}
