package org.boltmesh.bootstrap.bench.transport;

import java.util.ArrayList;
import java.util.List;

/**
 * What was measured of one test.
 *
 * @param rounds one value of each for each round, in order
 */
public record TestFigures(TransportTest test, List<Round> rounds) {
    /**
     * One round's.
     *
     * @param p50Ns median of its round trips, in nanoseconds
     * @param p99Ns of its round trips
     * @param bytesPerSecond one way, of a stream
     */
    public record Round(long p50Ns, long p99Ns, double bytesPerSecond) {}

    public TestFigures {
        rounds = List.copyOf(rounds);
    }

    /** Medians of round trips, in nanoseconds. */
    public Spread p50Ns() {
        return Spread.of(rounds.stream().map(round -> (double) round.p50Ns()).toList());
    }

    /** Of the rounds' 99th percentiles. */
    public Spread p99Ns() {
        return Spread.of(rounds.stream().map(round -> (double) round.p99Ns()).toList());
    }

    /** Speed of streams. */
    public Spread bytesPerSecond() {
        return Spread.of(rounds.stream().map(Round::bytesPerSecond).toList());
    }

    /** How many times as long a round trip takes as another one; the medians' ratio. */
    public Spread roundTripRatio(TestFigures other) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds.size(); round++) {
            ratios.add((double) rounds.get(round).p50Ns() / other.rounds.get(round).p50Ns());
        }
        return around(p50Ns().median() / other.p50Ns().median(), ratios);
    }

    /** How many times as fast a stream is as another one. */
    public Spread streamRatio(TestFigures other) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds.size(); round++) {
            ratios.add(
                    rounds.get(round).bytesPerSecond() / other.rounds.get(round).bytesPerSecond());
        }
        return around(bytesPerSecond().median() / other.bytesPerSecond().median(), ratios);
    }

    private static Spread around(double ofMedians, List<Double> ratios) {
        Spread spread = Spread.of(ratios);
        return new Spread(ofMedians, spread.least(), spread.most());
    }
}
