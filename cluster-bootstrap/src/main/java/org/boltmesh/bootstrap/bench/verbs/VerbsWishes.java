package org.boltmesh.bootstrap.bench.verbs;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is to be measured.
 *
 * @param lengths of messages, in bytes
 * @param durationNs of each measurement
 * @param ringFolder folder in shared memory with the answering end, to measure a plain ring, too
 */
public record VerbsWishes(List<Integer> lengths, long durationNs, Optional<Path> ringFolder) {
    public VerbsWishes {
        lengths = List.copyOf(lengths);
    }
}
