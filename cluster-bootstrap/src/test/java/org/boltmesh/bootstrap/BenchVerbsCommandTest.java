package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.boltmesh.bootstrap.bench.verbs.VerbsFigures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code bench verbs} reads, refuses and prints; what it measures is in BenchVerbsIT. */
class BenchVerbsCommandTest {
    private static final VerbsFigures FIGURES =
            new VerbsFigures(
                    4096,
                    1000,
                    Map.of(50.0, 2_000L, 90.0, 3_000L, 99.0, 4_000L, 99.9, 5_000L, 100.0, 6_500L),
                    1.5e9,
                    366_210.9,
                    Map.of(50.0, 1_000L),
                    2);

    @TempDir Path folder;

    private static CommandRun bench(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "bench";
        all[1] = "verbs";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return CommandRun.of(all);
    }

    @Test
    void shouldReadLengths() {
        assertThat(MessageLengths.parse("64, 28KiB,1MiB")).containsExactly(64, 28_672, 1_048_576);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "2MiB", "-4", "4kb", "64,,64", "99999999999"})
    void shouldRefuseOtherLengths(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageLengths.parse(text))
                .withMessageContaining("want 8 to 1MiB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--sizes|4|--sizes '4', want 8 to 1MiB",
                "--seconds|0|--seconds 0, want 1 to 600",
                "--connect|mac-1|--connect mac-1, want ADDRESS:PORT",
                "--listen|99999|--listen 99999, want ADDRESS:PORT",
                "--provider|other|--provider",
                "--latency|soon|--latency 'soon', want a time",
                "--bandwidth|much|--bandwidth 'much', want a speed",
            })
    void shouldRefuseWrongUsage(String option, String value, String sentence) {
        CommandRun run = bench(option, value);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource({
        "--device x,--device is for --listen and --connect",
        "--once,--once is for --listen",
        "--connect mac-1:1 --ring,--ring is for a simulated cable",
        "--listen 1 --seconds 2,--seconds is for the end that measures",
    })
    void shouldRefuseWhatWouldBeIgnored(String arguments, String sentence) {
        CommandRun run = bench(arguments.split(" ", -1));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(sentence);
    }

    @Test
    void shouldNameAFabricThatIsNone() {
        CommandRun run =
                bench(
                        "--provider",
                        "simulated",
                        "--fabric",
                        folder.toString(),
                        "--host",
                        "a",
                        "--listen",
                        "127.0.0.1:0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("cannot read", "cables").hasLineCount(1);
    }

    @Test
    void shouldNameADeviceThatIsNone() throws Exception {
        Files.writeString(folder.resolve("cables"), "cable a:rdma_en3 b:rdma_en3\n");
        CommandRun run =
                bench(
                        "--provider",
                        "simulated",
                        "--fabric",
                        folder.toString(),
                        "--host",
                        "a",
                        "--device",
                        "rdma_en9",
                        "--listen",
                        "127.0.0.1:0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("no device rdma_en9, want one of [rdma_en3]");
    }

    @Test
    void shouldPrintATable() {
        var report = new BenchVerbsReport("simulated", "rdma_en3", "a cable", List.of(FIGURES));

        assertThat(report.table().lines())
                .containsExactly(
                        "simulated rdma_en3, a cable; round trips in µs, streams one way",
                        "bytes   p50   p90   p99  p99.9   max   GB/s  messages/s  lost  ring p50"
                                + "  ratio",
                        " 4096  2.00  3.00  4.00   5.00  6.50  1.500      366211     2      1.00"
                                + "   2.00");
    }

    @Test
    void shouldPrintJson() {
        var report = new BenchVerbsReport("simulated", "rdma_en3", "a cable", List.of(FIGURES));

        JsonNode json = JsonMapper.shared().readTree(report.json());
        assertThat(json.get("provider").asString()).isEqualTo("simulated");
        JsonNode test = json.get("tests").get(0);
        assertThat(test.get("bytes").asInt()).isEqualTo(4096);
        assertThat(test.get("round_trip_us").propertyNames())
                .containsExactly("p50", "p90", "p99", "p99.9", "max");
        assertThat(test.get("round_trip_us").get("p99.9").asDouble()).isEqualTo(5.0);
        assertThat(test.get("ring_round_trip_us").get("p50").asDouble()).isEqualTo(1.0);
    }
}
