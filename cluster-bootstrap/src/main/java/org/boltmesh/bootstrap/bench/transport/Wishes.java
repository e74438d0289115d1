package org.boltmesh.bootstrap.bench.transport;

import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;

/** What the measuring end says to the answering one; anything else is refused. */
final class Wishes {
    static final int CLOSE = 0;
    static final int TEST = 101;
    static final int ECHO = 102;
    static final int COUNT = 103;
    static final int STOP = 104;
    static final int READY = 105;

    private Wishes() {}

    static int inRange(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new VerbsBenchException(
                    "the other end says the %s %d, want %d to %d".formatted(what, value, min, max));
        }
        return value;
    }
}
