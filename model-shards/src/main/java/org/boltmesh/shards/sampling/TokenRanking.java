package org.boltmesh.shards.sampling;

import java.util.Arrays;

/**
 * The likeliest tokens in order: falling logits, the lower id first among equals. One pass over the
 * vocabulary with a heap of those asked for. Not thread-safe.
 */
final class TokenRanking {
    private int[] ids = new int[64];
    private int count;

    /** Ranks the first {@code countMax} tokens; those at negative infinity are left out. */
    void rank(float[] logits, int countMax) {
        int wanted = Math.min(countMax, logits.length);
        if (ids.length < wanted) {
            ids = new int[wanted];
        }
        count = 0;
        for (int id = 0; id < logits.length; id++) {
            if (logits[id] == Float.NEGATIVE_INFINITY) {
                continue;
            }
            if (count < wanted) {
                ids[count] = id;
                siftUp(logits, count++);
            } else if (wanted > 0 && logits[id] > logits[ids[0]]) {
                // Of equal logits the earlier id stays.
                ids[0] = id;
                siftDown(logits, 0, count);
            }
        }
        sort(logits);
    }

    /** Tokens ranked: as many as asked for, or as there are. */
    int count() {
        return count;
    }

    /** Token at {@code rank}, from 0. */
    int id(int rank) {
        return ids[rank];
    }

    /** The ids in ranking order; a fresh copy. */
    int[] toArray() {
        return Arrays.copyOf(ids, count);
    }

    // The root is the worst: moved behind the others, one after another, the best ends first.
    private void sort(float[] logits) {
        for (int end = count - 1; end > 0; end--) {
            int worst = ids[0];
            ids[0] = ids[end];
            ids[end] = worst;
            siftDown(logits, 0, end);
        }
    }

    private void siftUp(float[] logits, int from) {
        int id = ids[from];
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!isWorse(logits, id, ids[parent])) {
                break;
            }
            ids[at] = ids[parent];
            at = parent;
        }
        ids[at] = id;
    }

    private void siftDown(float[] logits, int from, int end) {
        int id = ids[from];
        int at = from;
        while (2 * at + 1 < end) {
            int child = 2 * at + 1;
            if (child + 1 < end && isWorse(logits, ids[child + 1], ids[child])) {
                child++;
            }
            if (!isWorse(logits, ids[child], id)) {
                break;
            }
            ids[at] = ids[child];
            at = child;
        }
        ids[at] = id;
    }

    /** Whether {@code id} comes after {@code other}. */
    static boolean isWorse(float[] logits, int id, int other) {
        return logits[id] < logits[other] || (logits[id] == logits[other] && id > other);
    }
}
