package org.boltmesh.actors.child;

import java.time.Duration;

/**
 * How long to wait before something that ended is started again: twice as long each time, until it
 * has run well for a while. Not thread-safe: its actor owns it.
 */
public final class Backoff {
    private final long minNs;
    private final long maxNs;
    private final long goodNs;
    private long nextNs;
    private long startedNs;
    private boolean running;

    /**
     * A new one.
     *
     * @param min first wait
     * @param max longest wait
     * @param good after running for so long, the first wait is due again
     */
    public Backoff(Duration min, Duration max, Duration good) {
        if (!min.isPositive() || max.compareTo(min) < 0) {
            throw new IllegalArgumentException(
                    "waits from %s to %s, want more than 0 and in this order".formatted(min, max));
        }
        minNs = min.toNanos();
        maxNs = max.toNanos();
        goodNs = good.toNanos();
        nextNs = minNs;
    }

    /** From a quarter of a second to five seconds; 30 seconds are good. */
    public static Backoff usual() {
        return new Backoff(Duration.ofMillis(250), Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    /** It runs from now on. */
    public void started(long nowNs) {
        startedNs = nowNs;
        running = true;
    }

    /** It ended, or could not be started: how long to wait now. */
    public Duration ended(long nowNs) {
        if (running && nowNs - startedNs >= goodNs) {
            nextNs = minNs;
        }
        running = false;
        long waitNs = nextNs;
        nextNs = Math.min(maxNs, 2 * nextNs);
        return Duration.ofNanos(waitNs);
    }
}
