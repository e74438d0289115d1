package org.boltmesh.bootstrap.bench.transport;

import java.util.List;
import java.util.Optional;

/**
 * All that was measured.
 *
 * @param pinned the processors of the two threads, or why they have none of their own
 * @param tests in the order of a round
 * @param laneBytes that the driver which measured has sent by lanes
 * @param breakdowns where a round trip through the driver spends its time; only for lengths and
 *     latencies of goals that were missed
 */
public record TransportFigures(
        String pinned, List<TestFigures> tests, long laneBytes, List<CostBreakdown> breakdowns) {
    public TransportFigures {
        tests = List.copyOf(tests);
        breakdowns = List.copyOf(breakdowns);
    }

    /** Of a test, if it was measured. */
    public Optional<TestFigures> of(TransportTest test) {
        return tests.stream().filter(each -> each.test().equals(test)).findFirst();
    }

    /** How the driver's round trip compares with a goal's; empty if that was not measured. */
    public Optional<Spread> ratio(TransportGoal goal) {
        return of(goal.other())
                .flatMap(
                        other ->
                                of(goal.other().ofDriver())
                                        .map(driver -> driver.roundTripRatio(other)));
    }
}
