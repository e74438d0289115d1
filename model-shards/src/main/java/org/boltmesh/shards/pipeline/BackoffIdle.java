package org.boltmesh.shards.pipeline;

import java.util.concurrent.locks.LockSupport;

/**
 * Spins for a moment, then parks for twice as long each time. A step's answer comes within
 * milliseconds, so the park is short at first; who has had nothing to do for a second can wait a
 * millisecond more. Not thread-safe.
 */
public final class BackoffIdle implements Idle {
    private static final int SPINS = 100;
    private static final long PARK_MIN_NS = 1_000;
    private static final long PARK_MAX_NS = 100_000;
    private static final long PARK_LAZY_NS = 1_000_000;
    private static final long LAZY_AFTER_NS = 1_000_000_000;

    private int spins;
    private long parkNs = PARK_MIN_NS;
    private long parkedNs;

    @Override
    public void idle(int workCount) {
        if (workCount > 0) {
            spins = 0;
            parkNs = PARK_MIN_NS;
            parkedNs = 0;
        } else if (spins < SPINS) {
            spins++;
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(parkNs);
            parkedNs += parkNs;
            parkNs = parkedNs > LAZY_AFTER_NS ? PARK_LAZY_NS : Math.min(2 * parkNs, PARK_MAX_NS);
        }
    }
}
