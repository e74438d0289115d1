package org.boltmesh.driver.lane;

/** Neighbouring slots that are taken in turn and come back in the same order. */
final class SlotPool {
    private final int first;
    private final int size;
    private long taken;
    private long returned;

    SlotPool(int first, int size) {
        this.first = first;
        this.size = size;
    }

    boolean isEmpty() {
        return taken - returned == size;
    }

    /** The slot that {@link #take} would take. */
    int next() {
        return first + (int) (taken % size);
    }

    void take() {
        taken++;
    }

    /** Whether a slot is the one to come back next, which then does. */
    boolean giveBack(int slot) {
        if (taken == returned || slot != first + (int) (returned % size)) {
            return false;
        }
        returned++;
        return true;
    }
}
