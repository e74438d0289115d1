package org.boltmesh.bootstrap.bench.transport;

import java.util.List;

/**
 * What a round trip through the driver should take at most, as a multiple of another one.
 *
 * @param other what it is compared with
 */
public record TransportGoal(TransportTest other, double ratioMax) {
    /** All goals that there are. */
    public static final List<TransportGoal> ALL =
            List.of(
                    new TransportGoal(new TransportTest(Way.BARE, 10_000, 28 << 10), 1.3),
                    new TransportGoal(new TransportTest(Way.BARE, 0, 28 << 10), 2.0),
                    new TransportGoal(new TransportTest(Way.UDP, 0, 64), 0.25),
                    new TransportGoal(new TransportTest(Way.UDP, 0, 28 << 10), 0.45));

    /** Whether it is met by a ratio of medians. */
    public boolean isMet(Spread ratio) {
        return ratio.median() <= ratioMax;
    }
}
