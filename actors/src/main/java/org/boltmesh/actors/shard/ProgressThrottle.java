package org.boltmesh.actors.shard;

import java.util.concurrent.TimeUnit;

/** Lets a few reports a second through, and the last one. Not thread-safe. */
final class ProgressThrottle {
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private boolean begun;
    private long lastNs;

    boolean passes(long doneBytes, long totalBytes, long nowNs) {
        if (begun && doneBytes < totalBytes && nowNs - lastNs < INTERVAL_NS) {
            return false;
        }
        begun = true;
        lastNs = nowNs;
        return true;
    }
}
