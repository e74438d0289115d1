package org.boltmesh.shards.channel;

import java.util.concurrent.TimeUnit;

/**
 * When a sender asks what has arrived: some time after the last frame, then after twice as long and
 * so on. Pure: the time comes in.
 */
final class ProbeWatch {
    /** Longer than a message takes, and short for a person who waits. */
    static final long FIRST_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A receiver that computes answers late: it need not find many questions. */
    static final long LAST_NS = TimeUnit.SECONDS.toNanos(2);

    private long sinceNs;
    private long waitNs = FIRST_NS;
    private boolean isAtOnce;

    /** Frames were sent, or what is there was acknowledged in part. */
    void progress(long nowNs) {
        sinceNs = nowNs;
        waitNs = FIRST_NS;
    }

    /** There is no room for the next message: do not wait. */
    void askAtOnce() {
        isAtOnce = true;
    }

    boolean isDue(long nowNs) {
        return isAtOnce || nowNs - sinceNs >= waitNs;
    }

    /** The question was sent. */
    void asked(long nowNs) {
        sinceNs = nowNs;
        waitNs = isAtOnce ? waitNs : Math.min(LAST_NS, 2 * waitNs);
        isAtOnce = false;
    }
}
