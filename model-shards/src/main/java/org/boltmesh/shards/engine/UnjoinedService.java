package org.boltmesh.shards.engine;

import org.boltmesh.shards.model.LayerRange;

/** A part of a model that belongs to no pipeline yet. */
record UnjoinedService(LayerRange layers) implements EngineWork {
    @Override
    public void submit(Generation generation) {
        generation.fail(FailureCode.NOT_JOINED, refusal());
    }

    /** The sentence that refuses a generation. */
    String refusal() {
        return "this engine holds layers %d..%d only, want it to join a pipeline first"
                .formatted(layers.first(), layers.last());
    }

    @Override
    public void cancel(Generation generation) {}

    @Override
    public void cancelAll(EventSink sink) {}

    @Override
    public boolean isIdle() {
        return true;
    }

    @Override
    public boolean step() {
        return false;
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
    public void close(FailureCode code, String reason) {}
}
