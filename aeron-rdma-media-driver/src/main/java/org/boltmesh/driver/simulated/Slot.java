package org.boltmesh.driver.simulated;

/**
 * A place in a table of shared memory. Who has it is one word, taken by one compare-and-set; so a
 * process that dies holds nothing up: whoever finds the owner dead takes its place and clears it.
 *
 * <p>The state word holds generation and state. Only the owner writes it. Everything else in the
 * slot is written before a state is published that lets others read it.
 */
abstract class Slot {
    static final int FREE = 0;

    /** Not to be used any more, but somebody may still be writing to what it describes. */
    static final int DYING = 1;

    /** Dying, and left to the reaper of its owner. */
    static final int ABANDONED = 255;

    private static final int OWNER = 0;
    private static final int STATE = 8;
    private static final int STATE_BITS = 8;

    final SharedMemory memory;
    final long base;

    Slot(SharedMemory memory, long base) {
        this.memory = memory;
        this.base = base;
    }

    static int state(long word) {
        return (int) word & (1 << STATE_BITS) - 1;
    }

    static long generation(long word) {
        return word >>> STATE_BITS;
    }

    /** 0 if nobody. */
    long owner() {
        return memory.getAcquire(base + OWNER);
    }

    boolean claim(long owner) {
        return memory.get(base + OWNER) == 0 && memory.compareAndSet(base + OWNER, 0, owner);
    }

    /** Takes the place of a dead owner. */
    boolean adopt(long dead, long owner) {
        return memory.compareAndSet(base + OWNER, dead, owner);
    }

    /** By its new owner: the former one is dead. */
    void abandon() {
        state(ABANDONED);
    }

    /** Gives the slot back. Only when nobody can still be writing to what it describes. */
    void free() {
        state(FREE);
        release();
    }

    void release() {
        memory.putRelease(base + OWNER, 0);
    }

    /** State and generation. */
    long word() {
        return memory.getAcquire(base + STATE);
    }

    int state() {
        return state(word());
    }

    void publish(long generation, int state) {
        memory.putRelease(base + STATE, generation << STATE_BITS | state);
    }

    void state(int state) {
        publish(generation(word()), state);
    }
}
