package org.boltmesh.shards.pipeline;

/** Does not care. */
final class NoObserver implements StepObserver {
    @Override
    public void stepStarted() {}

    @Override
    public void stepEnded() {}
}
