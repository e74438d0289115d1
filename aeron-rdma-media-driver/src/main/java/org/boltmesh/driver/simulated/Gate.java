package org.boltmesh.driver.simulated;

/**
 * Lets one thread in until another closes it, which waits for that thread to leave. Nobody stays
 * inside for longer than a few copies.
 */
final class Gate {
    private volatile boolean inside;
    private volatile boolean closed;

    boolean enter() {
        inside = true;
        if (closed) {
            inside = false;
            return false;
        }
        return true;
    }

    void leave() {
        inside = false;
    }

    void close() {
        closed = true;
        while (inside) {
            Thread.onSpinWait();
        }
    }
}
