package org.boltmesh.driver.simulated;

/** Describes a registered memory region to those who write into it. */
final class RegionSlot extends Slot {
    static final int STRIDE_BYTES = 64;
    static final int LIVE = 2;

    private static final int FILE = 16;
    private static final int FILE_OFFSET = 24;
    private static final int LENGTH = 32;
    private static final int INDEX_BITS = 16;

    RegionSlot(SharedMemory memory, long base) {
        super(memory, base);
    }

    /** What names one registration for ever: its slot and generation. */
    static long handle(int index, long generation) {
        return generation << INDEX_BITS | index;
    }

    static int index(long handle) {
        return (int) handle & (1 << INDEX_BITS) - 1;
    }

    /** Whether it is still the registration of this handle. */
    boolean isLive(long handle) {
        long word = word();
        return state(word) == LIVE && generation(word) == handle >>> INDEX_BITS;
    }

    void describe(long file, long fileOffset, long lengthBytes) {
        memory.put(base + FILE, file);
        memory.put(base + FILE_OFFSET, fileOffset);
        memory.put(base + LENGTH, lengthBytes);
    }

    long file() {
        return memory.get(base + FILE);
    }

    long fileOffset() {
        return memory.get(base + FILE_OFFSET);
    }

    long lengthBytes() {
        return memory.get(base + LENGTH);
    }
}
