package org.boltmesh.shards.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.boltmesh.shards.pipeline.StepObserver;

/** Numbers that the step loop writes and the heartbeat reads. */
final class LoopGauges {
    private static final long IDLE = Long.MIN_VALUE;

    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong workStartNs = new AtomicLong(IDLE);
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();

    void workStarted(long nowNs) {
        workStartNs.setRelease(nowNs);
    }

    void workEnded() {
        workStartNs.setRelease(IDLE);
    }

    void stepEnded() {
        steps.setRelease(steps.getPlain() + 1);
        workEnded();
    }

    /** Notes the steps of a stage that obeys another engine. */
    StepObserver observer(LongSupplier clock) {
        return new StepObserver() {
            @Override
            public void stepStarted() {
                workStarted(clock.getAsLong());
            }

            @Override
            public void stepEnded() {
                LoopGauges.this.stepEnded();
            }
        };
    }

    void counts(int activeCount, int waitingCount) {
        active.setRelease(activeCount);
        waiting.setRelease(waitingCount);
    }

    EngineEvent.Heartbeat heartbeat(long nowNs) {
        // Counted before it ends: read the other way round, no step ends unseen between the two.
        long stepCount = steps.getAcquire();
        long startNs = workStartNs.getAcquire();
        long runningNs = startNs == IDLE ? 0 : nowNs - startNs;
        return new EngineEvent.Heartbeat(
                stepCount, runningNs, active.getAcquire(), waiting.getAcquire());
    }
}
