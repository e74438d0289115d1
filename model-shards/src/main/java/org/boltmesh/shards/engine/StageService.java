package org.boltmesh.shards.engine;

import org.boltmesh.shards.pipeline.Idle;
import org.boltmesh.shards.pipeline.StageLoop;

/**
 * A part of a model that obeys the head of its pipeline.
 *
 * @param stage its place, counted from the head
 * @param loop takes the head's plans
 * @param idle passes the time between them
 */
record StageService(int stage, StageLoop loop, Idle idle) implements EngineWork {
    @Override
    public void submit(Generation generation) {
        generation.fail(
                FailureCode.NOT_JOINED,
                "this engine is stage %d of a pipeline, want its head, stage 0".formatted(stage));
    }

    @Override
    public void cancel(Generation generation) {}

    @Override
    public void cancelAll(EventSink sink) {}

    /** Plans come at any time. */
    @Override
    public boolean isIdle() {
        return false;
    }

    @Override
    public boolean step() {
        int work = loop.doWork();
        idle.idle(work);
        return work > 0;
    }

    @Override
    public int activeCount() {
        return 0;
    }

    @Override
    public int waitingCount() {
        return 0;
    }

    @Override
    public void close(FailureCode code, String reason) {
        loop.close();
    }
}
