package org.boltmesh.driver.lane;

import java.util.Arrays;

/**
 * Which of the last {@value #SIZE} sequence numbers were accepted, so that none is accepted twice;
 * older ones never are. Numbers start at 0.
 */
final class SequenceWindow {
    /** Far more than a wire reorders. */
    static final int SIZE = 1024;

    /** Far more than is lost in a row before a link goes down. */
    static final long AHEAD_MAX = 1 << 20;

    private final long[] seen = new long[SIZE / Long.SIZE];
    private long highest = -1;
    private long missing;
    private long late;

    /** Accepts a number, or says why not. */
    SlotVerdict accept(long sequence) {
        if (sequence < 0 || sequence > highest + AHEAD_MAX) {
            return SlotVerdict.SEQUENCE_AHEAD;
        }
        if (sequence > highest) {
            advance(sequence);
            return SlotVerdict.GOOD;
        }
        if (highest - sequence >= SIZE) {
            return SlotVerdict.SEQUENCE_OLD;
        }
        if (isSeen(sequence)) {
            return SlotVerdict.SEQUENCE_REPEATED;
        }
        see(sequence);
        missing--;
        late++;
        return SlotVerdict.GOOD;
    }

    private void advance(long sequence) {
        long skipped = sequence - highest - 1;
        if (skipped >= SIZE) {
            Arrays.fill(seen, 0);
        } else {
            for (long passed = highest + 1; passed < sequence; passed++) {
                seen[word(passed)] &= ~bit(passed);
            }
        }
        missing += skipped;
        highest = sequence;
        see(sequence);
    }

    private boolean isSeen(long sequence) {
        return (seen[word(sequence)] & bit(sequence)) != 0;
    }

    private void see(long sequence) {
        seen[word(sequence)] |= bit(sequence);
    }

    private static int word(long sequence) {
        return (int) (sequence % SIZE) / Long.SIZE;
    }

    private static long bit(long sequence) {
        return 1L << sequence;
    }

    /** Numbers passed over that have not come late either. */
    long missing() {
        return missing;
    }

    /** Accepted ones that others had overtaken. */
    long late() {
        return late;
    }
}
