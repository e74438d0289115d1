package org.boltmesh.bootstrap.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestFiguresTest {
    private static TestFigures figures(long... p50Ns) {
        List<TestFigures.Round> rounds = new ArrayList<>();
        for (long ns : p50Ns) {
            rounds.add(new TestFigures.Round(ns, 2 * ns, 1e9 / ns));
        }
        return new TestFigures(new TransportTest(Way.UDP, 0, 64), rounds);
    }

    @Test
    void shouldTellMedianAndSpread() {
        assertThat(figures(30, 10, 20).p50Ns()).isEqualTo(new Spread(20, 10, 30));
        assertThat(figures(10, 20).p99Ns()).isEqualTo(new Spread(30, 20, 40));
    }

    @Test
    void shouldCompareMediansAndTellTheRoundsOwnRatios() {
        Spread ratio = figures(10, 20, 60).roundTripRatio(figures(10, 40, 80));
        assertThat(ratio).isEqualTo(new Spread(0.5, 0.5, 1));
        assertThat(figures(10, 10).streamRatio(figures(20, 20)).median()).isEqualTo(2);
    }

    @Test
    void shouldMeetAGoalAtItsLimit() {
        var goal = new TransportGoal(new TransportTest(Way.UDP, 0, 64), 0.25);
        assertThat(goal.isMet(new Spread(0.25, 0.1, 3))).isTrue();
        assertThat(goal.isMet(new Spread(0.26, 0.1, 3))).isFalse();
    }

    @Test
    void shouldTellWhatPiecesDoNotExplain() {
        var breakdown =
                new CostBreakdown(
                        new TransportTest(Way.DRIVER, 0, 64),
                        List.of(
                                new CostBreakdown.Piece("copy", 10, 2, 1),
                                new CostBreakdown.Piece("turn", 100, 1.5, 0)),
                        200,
                        70);
        assertThat(breakdown.restNs()).isEqualTo(30);
        assertThat(breakdown.bareRestNs()).isEqualTo(60);
    }
}
