package org.boltmesh.shards.pipeline;

/** How a thread passes the time in which there is nothing to do, and whether to go on waiting. */
@FunctionalInterface
public interface Idle {
    /** Waits a little, unless there was work; the longer the longer there was none. */
    void idle(int workCount);

    /** Whether what is waited for is not wanted any more. */
    default boolean isOver() {
        return false;
    }
}
