package org.boltmesh.bootstrap.bench.verbs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What was measured of one message length.
 *
 * @param lengthBytes of each message
 * @param roundTrips measured
 * @param roundTripNs by percentile, in nanoseconds
 * @param bytesPerSecond one way, of a stream
 * @param messagesPerSecond one way, of a stream
 * @param ringRoundTripNs the same of a plain ring in shared memory; empty if not measured
 * @param lost round trips that had no answer, and stalls of the stream
 */
public record VerbsFigures(
        int lengthBytes,
        long roundTrips,
        Map<Double, Long> roundTripNs,
        double bytesPerSecond,
        double messagesPerSecond,
        Map<Double, Long> ringRoundTripNs,
        long lost) {
    /** The percentiles that are kept. */
    public static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 100.0);

    public VerbsFigures {
        roundTripNs = Map.copyOf(roundTripNs);
        ringRoundTripNs = Map.copyOf(ringRoundTripNs);
    }

    static Map<Double, Long> percentiles(Histogram times) {
        Map<Double, Long> percentiles = new TreeMap<>();
        PERCENTILES.forEach(each -> percentiles.put(each, times.getValueAtPercentile(each)));
        return percentiles;
    }
}
