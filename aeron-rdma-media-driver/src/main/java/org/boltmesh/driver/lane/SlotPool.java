package org.boltmesh.driver.lane;

import java.util.Arrays;

/**
 * Neighbouring slots of which the one that came back last is taken next, as its memory is still
 * near the processor. They come back in the order in which they were taken.
 */
final class SlotPool {
    private final int[] free;
    private final int[] outstanding;
    private int freeCount;
    private long taken;
    private long returned;

    SlotPool(int first, int size) {
        free = new int[size];
        Arrays.setAll(free, index -> first + size - 1 - index);
        outstanding = new int[size];
        freeCount = size;
    }

    boolean isEmpty() {
        return freeCount == 0;
    }

    /** The slot that {@link #take} would take. */
    int next() {
        return free[freeCount - 1];
    }

    void take() {
        freeCount--;
        outstanding[(int) (taken % outstanding.length)] = free[freeCount];
        taken++;
    }

    /** Whether a slot is the one to come back next, which then does. */
    boolean giveBack(int slot) {
        if (taken == returned || slot != outstanding[(int) (returned % outstanding.length)]) {
            return false;
        }
        returned++;
        free[freeCount++] = slot;
        return true;
    }
}
