package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.bootstrap.bench.transport.CostBreakdown;
import org.boltmesh.bootstrap.bench.transport.TestFigures;
import org.boltmesh.bootstrap.bench.transport.TransportFigures;
import org.boltmesh.bootstrap.bench.transport.TransportTest;
import org.boltmesh.bootstrap.bench.transport.TransportWishes;
import org.boltmesh.bootstrap.bench.transport.Way;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchTransportReportTest {
    private static final int LENGTH_BYTES = 28 << 10;
    private static final TransportTest DRIVER = new TransportTest(Way.DRIVER, 0, LENGTH_BYTES);

    private static TestFigures figures(Way way, long... p50Us) {
        List<TestFigures.Round> rounds = new ArrayList<>();
        for (long us : p50Us) {
            rounds.add(new TestFigures.Round(us * 1000, us * 2000, 1e9));
        }
        return new TestFigures(new TransportTest(way, 0, LENGTH_BYTES), rounds);
    }

    private static BenchTransportReport report() {
        var pieces = List.of(new CostBreakdown.Piece("copy", 2000, 2, 1));
        return new BenchTransportReport(
                new TransportWishes(List.of(LENGTH_BYTES), 3, 1, 64),
                new TransportFigures(
                        "processor 0",
                        List.of(
                                figures(Way.BARE, 9, 10, 11),
                                figures(Way.DRIVER, 24, 25, 27),
                                figures(Way.UDP, 100, 100, 125)),
                        12_345,
                        List.of(new CostBreakdown(DRIVER, pieces, 12_500, 7_000))));
    }

    @Test
    void shouldPrintTestsGoalsAndWhereTimeGoes() {
        assertThat(report().text().replaceAll(" +", " "))
                .contains("3 rounds of 64 messages after 1 to warm up; measuring thread: processor")
                .contains("12345 by lanes")
                .contains("28672 bare queue pairs 0 µs 10.00 9.0..11.0 20.00 2.50 1.000")
                .contains("28672 stock Aeron UDP 100.00 100.0..125.0 200.00 0.25 1.000")
                .contains(
                        "bare queue pairs, 28672 bytes, cable of 0 µs 2.50 2.45..2.67 <= 2.00 missed")
                .contains("stock Aeron UDP, 28672 bytes 0.25 0.22..0.25 <= 0.45 met")
                .contains("copy 2000 2.0 4000 2000")
                .contains("not explained 8500");
    }

    @Test
    void shouldWriteJson() {
        JsonNode json = JsonMapper.shared().readTree(report().json());
        assertThat(json.get("tests").size()).isEqualTo(3);
        assertThat(json.get("tests").get(0).get("way").asString()).isEqualTo("bare");
        assertThat(json.get("goals").get(0).get("met").asBoolean()).isFalse();
        assertThat(json.get("goals").get(1).get("met").asBoolean()).isTrue();
        assertThat(json.get("breakdowns").get(0).get("rest_ns").asDouble()).isEqualTo(8500);
        assertThat(json.get("breakdowns").get(0).get("bare_rest_ns").asDouble()).isEqualTo(5000);
    }
}
