package org.boltmesh.shards.pipeline;

import java.util.concurrent.atomic.AtomicLong;

/** What an end of a pipeline did not use, counted. One thread writes, any reads. */
public final class PipelineCounters {
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong stale = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    void countMalformed() {
        malformed.setRelease(malformed.getPlain() + 1);
    }

    void countStale() {
        stale.setRelease(stale.getPlain() + 1);
    }

    void countRepeated() {
        repeated.setRelease(repeated.getPlain() + 1);
    }

    void countRefused() {
        refused.setRelease(refused.getPlain() + 1);
    }

    /** Messages that make no sense, dropped. */
    public long malformed() {
        return malformed.getAcquire();
    }

    /** Messages of another epoch or of a step that is over, dropped. */
    public long stale() {
        return stale.getAcquire();
    }

    /** Steps that were sent again: by the head, or asked for again at a stage. */
    public long repeated() {
        return repeated.getAcquire();
    }

    /** Steps that a stage answered with a failure. */
    public long refused() {
        return refused.getAcquire();
    }
}
