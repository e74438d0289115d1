package org.boltmesh.bootstrap.bench.verbs;

/** A numbered end that can also answer by itself, or tell a stream's sender what has come. */
public interface StreamEnd extends NumberedEnd {
    /** What an end does with messages that arrive. */
    enum Role {
        /** Only remembers the number of the last one. */
        KEEP,
        /** Sends each one back. */
        ECHO,
        /** Tells the other end now and then how far they have come. */
        COUNT
    }

    /** From now on. */
    void become(Role role);

    /** The first number that the other end, which counts, has not yet said to have taken. */
    long credited();
}
