package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code bench verbs} of the packed node.jar, with its other process over a simulated cable. */
@Timeout(200)
class BenchVerbsIT {
    @TempDir Path folder;

    @Test
    void shouldMeasureOverASimulatedCableAndLeaveNothing() throws Exception {
        List<Path> before = sharedMemory();
        try (var bench =
                NodeJarProcess.start(
                        folder,
                        "bench",
                        "verbs",
                        "--sizes",
                        "64,64KiB",
                        "--latency",
                        "100us",
                        "--ring",
                        "--json")) {
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            JsonNode json = JsonMapper.shared().readTree(bench.out());
            assertThat(json.get("tests").size()).isEqualTo(2);
            for (JsonNode test : json.get("tests")) {
                assertThat(test.get("lost").asInt()).isZero();
                assertThat(test.get("round_trip_us").get("p50").asDouble()).isGreaterThan(200);
                assertThat(test.get("ring_round_trip_us").get("p50").asDouble()).isPositive();
                assertThat(test.get("bytes_per_second").asDouble()).isPositive();
            }
            bench.assertNothingTemporaryLeft();
        }
        assertThat(sharedMemory()).containsExactlyInAnyOrderElementsOf(before);
    }

    private static List<Path> sharedMemory() throws Exception {
        Path place = Path.of("/dev/shm");
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.getFileName().toString().startsWith("boltmesh-bench"))
                    .toList();
        }
    }
}
