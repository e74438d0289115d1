package org.boltmesh.actors.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one thread at a time at Aeron's mapped memory: the user of a channel, who never waits, or
 * the thread that takes that memory away, which does.
 */
final class Gate {
    private static final long PARK_NS = 10_000;

    private final AtomicBoolean taken = new AtomicBoolean();

    boolean tryEnter() {
        return taken.compareAndSet(false, true);
    }

    void enter() {
        while (!tryEnter()) {
            LockSupport.parkNanos(PARK_NS);
        }
    }

    void leave() {
        taken.setRelease(false);
    }
}
