package org.boltmesh.bootstrap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.boltmesh.bootstrap.bench.verbs.VerbsFigures;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was measured of bare queue pairs, in the forms in which it is told. Pure.
 *
 * @param provider name of the provider
 * @param link what lies between the two ends, for people
 */
record BenchVerbsReport(String provider, String device, String link, List<VerbsFigures> results) {
    private static final double NS_PER_US = 1e3;
    private static final double BYTES_PER_GB = 1e9;

    BenchVerbsReport {
        results = List.copyOf(results);
    }

    /** With an end of line. */
    String table() {
        boolean withRing = results.stream().anyMatch(each -> !each.ringRoundTripNs().isEmpty());
        List<String> head =
                new ArrayList<>(List.of("bytes", "p50", "p90", "p99", "p99.9", "max", "GB/s"));
        head.addAll(List.of("messages/s", "lost"));
        if (withRing) {
            head.addAll(List.of("ring p50", "ratio"));
        }
        var table = new TextTable(0, head.size(), head.toArray(String[]::new));
        results.forEach(each -> table.add(row(each, withRing)));
        return "%s %s, %s; round trips in µs, streams one way%n".formatted(provider, device, link)
                + table.text();
    }

    private static String[] row(VerbsFigures figures, boolean withRing) {
        List<String> cells = new ArrayList<>();
        cells.add(Integer.toString(figures.lengthBytes()));
        VerbsFigures.PERCENTILES.forEach(p -> cells.add(microseconds(figures.roundTripNs(), p)));
        cells.add(String.format(Locale.ROOT, "%.3f", figures.bytesPerSecond() / BYTES_PER_GB));
        cells.add(String.format(Locale.ROOT, "%.0f", figures.messagesPerSecond()));
        cells.add(Long.toString(figures.lost()));
        if (withRing) {
            cells.add(microseconds(figures.ringRoundTripNs(), 50.0));
            cells.add(String.format(Locale.ROOT, "%.2f", ratio(figures)));
        }
        return cells.toArray(String[]::new);
    }

    private static double ratio(VerbsFigures figures) {
        return (double) figures.roundTripNs().getOrDefault(50.0, 0L)
                / figures.ringRoundTripNs().getOrDefault(50.0, 1L);
    }

    private static String microseconds(Map<Double, Long> times, double percentile) {
        return String.format(Locale.ROOT, "%.2f", times.getOrDefault(percentile, 0L) / NS_PER_US);
    }

    /** With an end of line. */
    String json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("provider", provider);
        fields.put("device", device);
        fields.put("link", link);
        fields.put("tests", results.stream().map(BenchVerbsReport::fields).toList());
        return JsonMapper.shared().writeValueAsString(fields) + System.lineSeparator();
    }

    private static Map<String, Object> fields(VerbsFigures figures) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("bytes", figures.lengthBytes());
        fields.put("round_trips", figures.roundTrips());
        fields.put("round_trip_us", microseconds(figures.roundTripNs()));
        fields.put("bytes_per_second", figures.bytesPerSecond());
        fields.put("messages_per_second", figures.messagesPerSecond());
        fields.put("lost", figures.lost());
        if (!figures.ringRoundTripNs().isEmpty()) {
            fields.put("ring_round_trip_us", microseconds(figures.ringRoundTripNs()));
        }
        return fields;
    }

    private static Map<String, Double> microseconds(Map<Double, Long> times) {
        Map<String, Double> fields = new LinkedHashMap<>();
        for (double percentile : VerbsFigures.PERCENTILES) {
            String name =
                    percentile == 100 ? "max" : "p" + Double.toString(percentile).replace(".0", "");
            fields.put(name, times.getOrDefault(percentile, 0L) / NS_PER_US);
        }
        return fields;
    }
}
