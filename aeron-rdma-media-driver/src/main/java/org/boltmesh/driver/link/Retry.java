package org.boltmesh.driver.link;

import java.util.random.RandomGenerator;

/** When a link that is down tries again. */
final class Retry {
    private final LinkOptions.BackOff options;
    private final RandomGenerator jitter;
    private long baseNs;
    private long dueNs;

    Retry(LinkOptions.BackOff options, RandomGenerator jitter, long nowNs) {
        this.options = options;
        this.jitter = jitter;
        this.baseNs = options.minNs();
        this.dueNs = nowNs;
    }

    boolean isDue(long nowNs) {
        return nowNs - dueNs >= 0;
    }

    /** The next failure counts as the first. */
    void reset() {
        baseNs = options.minNs();
    }

    /** A cable is back: what failed before says nothing. */
    void soon(long nowNs) {
        reset();
        dueNs = nowNs;
    }

    void after(LinkReason reason, long nowNs) {
        long waitNs = reason.isMismatch() ? options.mismatchNs() : baseNs;
        dueNs = nowNs + waitNs + jitter.nextLong(waitNs / 2 + 1);
        baseNs = Math.min(2 * baseNs, options.maxNs());
    }
}
