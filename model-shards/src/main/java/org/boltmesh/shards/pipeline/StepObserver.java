package org.boltmesh.shards.pipeline;

/** Hears when a stage computes, so that a step that hangs can be seen. The stage's own thread. */
public interface StepObserver {
    /** A step begins. */
    void stepStarted();

    /** It ended, one way or another. */
    void stepEnded();
}
