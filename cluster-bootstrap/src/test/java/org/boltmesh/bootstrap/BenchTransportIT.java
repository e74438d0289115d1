package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code bench transport} of the packed node.jar, with its other process; no speeds are asked. */
@Timeout(200)
class BenchTransportIT {
    @TempDir Path folder;

    @Test
    void shouldMeasureAllWaysAndLeaveNothing() throws Exception {
        List<Path> before = sharedMemory();
        try (var bench =
                NodeJarProcess.start(
                        folder,
                        "bench",
                        "transport",
                        "--sizes",
                        "64,28KiB,64KiB",
                        "--rounds",
                        "1",
                        "--warm-up",
                        "0",
                        "--messages",
                        "64",
                        "--json")) {
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            JsonNode json = JsonMapper.shared().readTree(bench.out());
            assertThat(ways(json)).containsOnly("bare", "driver", "udp", "ipc").hasSize(18);
            assertThat(json.get("driver_udp_bytes").asLong()).isZero();
            assertThat(json.get("driver_lane_bytes").asLong()).isGreaterThan(128 * 94_000);
            assertThat(json.get("goals").size()).isEqualTo(4);
            for (JsonNode test : json.get("tests")) {
                checkSpread(test.get("round_trip_p50_us"));
                checkSpread(test.get("bytes_per_second"));
                assertThat(test.has("driver_round_trip_ratio"))
                        .isEqualTo(!test.get("way").asString().equals("driver"));
            }
            for (JsonNode breakdown : json.get("breakdowns")) {
                assertThat(breakdown.get("pieces").size()).isEqualTo(9);
            }
            bench.assertNothingTemporaryLeft();
        }
        assertThat(sharedMemory()).containsExactlyInAnyOrderElementsOf(before);
    }

    private static List<String> ways(JsonNode json) {
        return StreamSupport.stream(json.get("tests").spliterator(), false)
                .map(test -> test.get("way").asString())
                .toList();
    }

    private static void checkSpread(JsonNode spread) {
        double median = spread.get("median").asDouble();
        assertThat(spread.get("least").asDouble()).isPositive().isLessThanOrEqualTo(median);
        assertThat(spread.get("most").asDouble()).isGreaterThanOrEqualTo(median);
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
