package org.boltmesh.bootstrap;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.bootstrap.bench.transport.CostBreakdown;
import org.boltmesh.bootstrap.bench.transport.Spread;
import org.boltmesh.bootstrap.bench.transport.TestFigures;
import org.boltmesh.bootstrap.bench.transport.TransportFigures;
import org.boltmesh.bootstrap.bench.transport.TransportGoal;
import org.boltmesh.bootstrap.bench.transport.TransportTest;
import org.boltmesh.bootstrap.bench.transport.TransportWishes;
import org.boltmesh.bootstrap.bench.transport.Way;
import tools.jackson.databind.json.JsonMapper;

/** What was measured of the driver, in the forms in which it is told. Pure. */
record BenchTransportReport(TransportWishes wishes, TransportFigures figures) {
    private static final double NS_PER_US = 1e3;
    private static final double BYTES_PER_GB = 1e9;

    /** For people, with an end of line. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(
                """
                %d rounds of %d messages after %d to warm up; measuring thread: %s.
                Round trips in µs, streams one way in GB/s: medians, and least..most of the rounds.
                "driver" says how many times as long a round trip through the driver takes, and how
                many times as fast its stream is. 0 bytes of the driver went by UDP, %d by lanes.
                """
                        .formatted(
                                wishes.rounds(),
                                wishes.messages(),
                                wishes.warmUpRounds(),
                                figures.pinned(),
                                figures.laneBytes()));
        text.append(System.lineSeparator()).append(testsTable());
        String goals = goalsTable();
        if (!goals.isEmpty()) {
            text.append(System.lineSeparator()).append(goals);
        }
        figures.breakdowns()
                .forEach(each -> text.append(System.lineSeparator()).append(breakdown(each)));
        return text.toString();
    }

    private String testsTable() {
        String[] head = {
            "bytes",
            "way",
            "cable",
            "p50",
            "of rounds",
            "p99",
            "driver",
            "GB/s",
            "of rounds",
            "driver"
        };
        var table = new TextTable(3, head.length, head);
        for (TestFigures each : figures.tests()) {
            Optional<TestFigures> driver = compared(each);
            table.add(
                    Integer.toString(each.test().lengthBytes()),
                    each.test().way().label(),
                    cable(each.test()),
                    number("%.2f", each.p50Ns().median() / NS_PER_US),
                    range("%.1f", each.p50Ns(), NS_PER_US),
                    number("%.2f", each.p99Ns().median() / NS_PER_US),
                    driver.map(d -> number("%.2f", d.roundTripRatio(each).median())).orElse(""),
                    number("%.3f", each.bytesPerSecond().median() / BYTES_PER_GB),
                    range("%.3f", each.bytesPerSecond(), BYTES_PER_GB),
                    driver.map(d -> number("%.2f", d.streamRatio(each).median())).orElse(""));
        }
        return table.text();
    }

    /** The driver's figures that belong beside another way's. */
    private Optional<TestFigures> compared(TestFigures each) {
        return each.test().way() == Way.DRIVER
                ? Optional.empty()
                : figures.of(each.test().ofDriver());
    }

    private static String cable(TransportTest test) {
        return switch (test.way()) {
            case DRIVER, BARE -> "%d µs".formatted(Math.round(test.latencyNs() / NS_PER_US));
            case UDP, IPC -> "";
        };
    }

    private String goalsTable() {
        var table =
                new TextTable(
                        1,
                        4,
                        "round trip through the driver, compared with",
                        "ratio",
                        "of rounds",
                        "want",
                        "");
        boolean hasAny = false;
        for (TransportGoal goal : TransportGoal.ALL) {
            Optional<Spread> ratio = figures.ratio(goal);
            if (ratio.isPresent()) {
                hasAny = true;
                table.add(
                        goalName(goal),
                        number("%.2f", ratio.get().median()),
                        range("%.2f", ratio.get(), 1),
                        number("<= %.2f", goal.ratioMax()),
                        goal.isMet(ratio.get()) ? "met" : "missed");
            }
        }
        return hasAny ? table.text() : "";
    }

    private static String goalName(TransportGoal goal) {
        String cable = cable(goal.other());
        return "%s, %d bytes%s"
                .formatted(
                        goal.other().way().label(),
                        goal.other().lengthBytes(),
                        cable.isEmpty() ? "" : ", cable of " + cable);
    }

    private static String breakdown(CostBreakdown breakdown) {
        var table = new TextTable(1, 5, "one way", "ns", "times", "together", "bare");
        for (CostBreakdown.Piece piece : breakdown.pieces()) {
            table.add(
                    piece.name(),
                    number("%.0f", piece.ns()),
                    number("%.1f", piece.times()),
                    number("%.0f", piece.ns() * piece.times()),
                    number("%.0f", piece.ns() * piece.timesBare()));
        }
        table.add(
                "not explained",
                "",
                "",
                number("%.0f", breakdown.restNs()),
                number("%.0f", breakdown.bareRestNs()));
        table.add(
                "measured",
                "",
                "",
                number("%.0f", breakdown.measuredNs()),
                number("%.0f", breakdown.bareNs()));
        return "Where a message of %d bytes over a cable of %s spends its time, piece by piece:%n"
                        .formatted(breakdown.test().lengthBytes(), cable(breakdown.test()))
                + table.text();
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static String range(String format, Spread spread, double unit) {
        return number(format, spread.least() / unit) + ".." + number(format, spread.most() / unit);
    }

    /** With an end of line. */
    String json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rounds", wishes.rounds());
        fields.put("messages", wishes.messages());
        fields.put("pinned", figures.pinned());
        fields.put("driver_lane_bytes", figures.laneBytes());
        fields.put("driver_udp_bytes", 0);
        fields.put("tests", figures.tests().stream().map(this::fields).toList());
        fields.put(
                "goals",
                TransportGoal.ALL.stream()
                        .flatMap(goal -> figures.ratio(goal).map(r -> fields(goal, r)).stream())
                        .toList());
        fields.put(
                "breakdowns",
                figures.breakdowns().stream().map(BenchTransportReport::fields).toList());
        return JsonMapper.shared().writeValueAsString(fields) + System.lineSeparator();
    }

    private static Map<String, Object> testName(TransportTest test) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("way", test.way().name().toLowerCase(Locale.ROOT));
        fields.put("bytes", test.lengthBytes());
        fields.put("latency_us", test.latencyNs() / NS_PER_US);
        return fields;
    }

    private Map<String, Object> fields(TestFigures each) {
        Map<String, Object> fields = testName(each.test());
        fields.put("round_trip_p50_us", fields(each.p50Ns(), NS_PER_US));
        fields.put("round_trip_p99_us", fields(each.p99Ns(), NS_PER_US));
        fields.put("bytes_per_second", fields(each.bytesPerSecond(), 1));
        compared(each)
                .ifPresent(
                        driver -> {
                            fields.put(
                                    "driver_round_trip_ratio",
                                    fields(driver.roundTripRatio(each), 1));
                            fields.put("driver_stream_ratio", fields(driver.streamRatio(each), 1));
                        });
        return fields;
    }

    private static Map<String, Object> fields(Spread spread, double unit) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("median", spread.median() / unit);
        fields.put("least", spread.least() / unit);
        fields.put("most", spread.most() / unit);
        return fields;
    }

    private static Map<String, Object> fields(TransportGoal goal, Spread ratio) {
        Map<String, Object> fields = testName(goal.other());
        fields.put("ratio", fields(ratio, 1));
        fields.put("ratio_max", goal.ratioMax());
        fields.put("met", goal.isMet(ratio));
        return fields;
    }

    private static Map<String, Object> fields(CostBreakdown breakdown) {
        Map<String, Object> fields = testName(breakdown.test());
        fields.put("pieces", breakdown.pieces());
        fields.put("rest_ns", breakdown.restNs());
        fields.put("measured_ns", breakdown.measuredNs());
        fields.put("bare_rest_ns", breakdown.bareRestNs());
        fields.put("bare_measured_ns", breakdown.bareNs());
        return fields;
    }
}
