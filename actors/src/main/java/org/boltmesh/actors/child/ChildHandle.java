package org.boltmesh.actors.child;

/** A child process that runs, or what stands for one in this process. Thread-safe. */
public interface ChildHandle extends AutoCloseable {
    /** Its process id. */
    long pid();

    /** Ends it, politely where that works; may take seconds. Closing again does nothing. */
    @Override
    void close();
}
