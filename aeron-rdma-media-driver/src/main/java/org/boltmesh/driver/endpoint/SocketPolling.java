package org.boltmesh.driver.endpoint;

import java.util.concurrent.TimeUnit;

/**
 * When a socket is worth a look. That costs about a microsecond each time, which is much beside a
 * lane; so a socket from which nothing came lately is looked at less often while there are lanes.
 */
final class SocketPolling {
    private static final long BUSY_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long INTERVAL_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private long polledNs;
    private long heardNs;

    SocketPolling(long nowNs) {
        polledNs = nowNs;
        heardNs = nowNs;
    }

    boolean isDue(boolean hasLanes, long nowNs) {
        if (hasLanes && nowNs - heardNs > BUSY_NS && nowNs - polledNs < INTERVAL_NS) {
            return false;
        }
        polledNs = nowNs;
        return true;
    }

    void heard(long nowNs) {
        heardNs = nowNs;
    }
}
