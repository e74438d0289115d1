package org.boltmesh.process;

/**
 * Decides when a process has been without a control process for too long. Starts unclaimed. Not
 * thread-safe.
 */
final class UnclaimedTimer {
    private final long limitNs;
    private long sinceNs;
    private boolean claimed;

    UnclaimedTimer(long limitNs, long nowNs) {
        this.limitNs = limitNs;
        sinceNs = nowNs;
    }

    void claim() {
        claimed = true;
    }

    void release(long nowNs) {
        claimed = false;
        sinceNs = nowNs;
    }

    boolean isExpired(long nowNs) {
        return !claimed && nowNs - sinceNs >= limitNs;
    }
}
