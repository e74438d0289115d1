package org.boltmesh.actors.shard;

/** The port through which shards get their engines. Thread-safe. */
@FunctionalInterface
public interface EngineStarter {
    /**
     * Starts an engine and waits until it listens. It minds an interrupt.
     *
     * @param name for people, and for its log
     * @throws org.boltmesh.shards.engine.EngineException when it cannot be started
     */
    EngineHandle start(String name);
}
