package org.boltmesh.shards.pipeline;

/** How a thread passes the time in which there is nothing to do. */
@FunctionalInterface
public interface Idle {
    /** Waits a little, unless there was work; the longer the longer there was none. */
    void idle(int workCount);
}
