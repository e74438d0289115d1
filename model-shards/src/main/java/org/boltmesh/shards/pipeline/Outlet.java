package org.boltmesh.shards.pipeline;

import java.lang.foreign.MemorySegment;

/** The sending end of a one-way channel that keeps the order of its messages. One thread. */
public interface Outlet extends AutoCloseable {
    /**
     * Takes a message, whole.
     *
     * @param message direct; may change once it is taken
     * @param lengthBytes of it that are the message
     * @return false under back-pressure, when it has to be offered again, or another in its place
     */
    boolean offer(MemorySegment message, long lengthBytes);

    /**
     * Sends what is due and sends again what was lost; returns how much it was. Never waits. One
     * that cannot lose anything has nothing to do.
     */
    default int doWork() {
        return 0;
    }

    @Override
    void close();
}
