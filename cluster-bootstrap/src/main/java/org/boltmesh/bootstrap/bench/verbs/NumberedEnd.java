package org.boltmesh.bootstrap.bench.verbs;

/** An end that sends and receives numbered messages. */
public interface NumberedEnd extends AutoCloseable {
    /** Sends a message that starts with this number; false if there is no room. */
    boolean send(long number);

    /** Takes what has arrived and returns how much. */
    int poll();

    /** The number of the last message that arrived; -1 before. */
    long lastNumber();

    @Override
    void close();
}
