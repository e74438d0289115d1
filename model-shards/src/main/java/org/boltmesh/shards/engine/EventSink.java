package org.boltmesh.shards.engine;

/** Takes events for one control process. Any thread; never blocks, never throws. */
@FunctionalInterface
interface EventSink {
    /** Sends the event, or drops it where nobody listens any more. */
    void send(EngineEvent event);
}
