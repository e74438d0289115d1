package org.boltmesh.bootstrap.bench.transport;

import java.util.List;

/**
 * What is to be measured.
 *
 * @param lengths of messages, in bytes
 * @param rounds that count
 * @param warmUpRounds before them, for the JIT
 * @param messages of each measurement in a round
 */
public record TransportWishes(List<Integer> lengths, int rounds, int warmUpRounds, int messages) {
    /** Shorter messages would be taken for those that count them. */
    public static final int LENGTH_MIN_BYTES = 64;

    public static final int LENGTH_MAX_BYTES = 128 << 10;

    public TransportWishes {
        lengths = List.copyOf(lengths);
    }
}
