package org.boltmesh.shards.pipeline;

import java.util.Arrays;
import java.util.Optional;
import org.boltmesh.shards.model.Step;

/**
 * Which sequences a stage knows, and how many positions of each it has computed: a step that would
 * leave a hole in the cache is refused. Pure.
 */
final class SequenceTable {
    private static final int CLOSED = -1;

    private final int[] lengths;

    SequenceTable(int sequencesMax) {
        lengths = new int[sequencesMax];
        Arrays.fill(lengths, CLOSED);
    }

    /** What is wrong with a step for the sequences as they are. */
    Optional<String> problem(Step step) {
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            int known = lengths[step.sequence(chunk)];
            if (step.position(chunk) > Math.max(known, 0)) {
                return Optional.of(
                        "sequence %d goes on at position %d, want 0 to %d, as far as it is known"
                                .formatted(
                                        step.sequence(chunk),
                                        step.position(chunk),
                                        Math.max(known, 0)));
            }
        }
        return Optional.empty();
    }

    /** A step was computed. */
    void advance(Step step) {
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            lengths[step.sequence(chunk)] = step.position(chunk) + step.length(chunk);
        }
    }

    /** A step was given up: its sequences have to begin anew. */
    void close(Step step) {
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            lengths[step.sequence(chunk)] = CLOSED;
        }
    }

    void close(int sequence) {
        lengths[sequence] = CLOSED;
    }

    /** Whether any of its positions is computed. */
    boolean isOpen(int sequence) {
        return lengths[sequence] != CLOSED;
    }

    int sequencesMax() {
        return lengths.length;
    }
}
