package org.boltmesh.shards.engine;

import java.util.concurrent.atomic.AtomicLong;
import org.boltmesh.shards.pipeline.BackoffIdle;
import org.boltmesh.shards.pipeline.Idle;

/** Waits for other stages as long as no later epoch is wanted of this engine. */
final class EpochIdle implements Idle {
    private final BackoffIdle idle = new BackoffIdle();
    private final long epoch;
    private final AtomicLong newestEpoch;

    EpochIdle(long epoch, AtomicLong newestEpoch) {
        this.epoch = epoch;
        this.newestEpoch = newestEpoch;
    }

    @Override
    public void idle(int workCount) {
        idle.idle(workCount);
    }

    @Override
    public boolean isOver() {
        return newestEpoch.get() > epoch;
    }
}
