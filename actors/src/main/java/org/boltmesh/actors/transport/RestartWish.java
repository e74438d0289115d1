package org.boltmesh.actors.transport;

import java.time.Duration;
import org.boltmesh.actors.child.Backoff;

/**
 * Decides when a driver that wants a restart gets it: when the node's engines have been idle for a
 * while, and later each time, as long as the next driver soon wants one, too. Pure; not
 * thread-safe: its actor owns it.
 */
final class RestartWish {
    private final long idleNs;
    private final Backoff backoff;
    private NodeWork seen = NodeWork.NONE;
    private long idleSinceNs;
    private long earliestNs;
    private boolean wished;

    /**
     * No wish yet.
     *
     * @param idle how long engines must have done nothing
     * @param backoff how long a wish waits at least
     */
    RestartWish(Duration idle, Backoff backoff, long nowNs) {
        idleNs = idle.toNanos();
        this.backoff = backoff;
        idleSinceNs = nowNs;
    }

    /**
     * A token may take seconds on a large model; a device that fails again and again is tried once
     * an hour.
     */
    static RestartWish usual(long nowNs) {
        return new RestartWish(
                Duration.ofSeconds(10),
                new Backoff(Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofMinutes(10)),
                nowNs);
    }

    /** Another driver runs. */
    void started(long nowNs) {
        wished = false;
        backoff.started(nowNs);
    }

    /** Whether it is time for a restart; to be asked about once a second, wanted or not. */
    boolean isDue(boolean wanted, NodeWork work, long nowNs) {
        if (work.requests() > 0 || work.steps() != seen.steps()) {
            idleSinceNs = nowNs;
        }
        seen = work;
        if (wanted && !wished) {
            wished = true;
            earliestNs = nowNs + backoff.ended(nowNs).toNanos();
        }
        return wanted && nowNs - earliestNs >= 0 && nowNs - idleSinceNs >= idleNs;
    }
}
