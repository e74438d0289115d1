package org.boltmesh.actors.transport;

import java.time.Duration;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.boltmesh.actors.child.Backoff;

/**
 * How patient a keeper of drivers is.
 *
 * @param backoffs before a driver is started again
 * @param wishes before one is replaced that wants it; takes the time in nanoseconds
 * @param spares before a spare is prepared
 */
record KeeperPace(
        Supplier<Backoff> backoffs,
        LongFunction<RestartWish> wishes,
        Supplier<SpareKeeper.Pace> spares) {
    /** Of a node. */
    static final KeeperPace USUAL =
            new KeeperPace(KeeperPace::eager, RestartWish::usual, SpareKeeper.Pace::usual);

    /** Engines wait meanwhile: the first start after a death comes at once. */
    private static Backoff eager() {
        return new Backoff(Duration.ofMillis(10), Duration.ofSeconds(5), Duration.ofSeconds(30));
    }
}
