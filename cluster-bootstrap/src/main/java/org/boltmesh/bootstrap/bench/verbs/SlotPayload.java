package org.boltmesh.bootstrap.bench.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What the two ends write into each message and read of it. */
public interface SlotPayload {
    /** Fills the message that begins at {@code offset} of the memory. */
    void write(long offset, int lengthBytes, long number);

    /** Reads the message there and returns its number. */
    long read(long offset, int lengthBytes);

    /** Makes one for the memory of a queue pair. */
    @FunctionalInterface
    interface Factory {
        SlotPayload over(MemorySegment memory);
    }

    /** Only a number at the beginning; whatever else is there goes along. */
    static SlotPayload number(MemorySegment memory) {
        return new SlotPayload() {
            @Override
            public void write(long offset, int lengthBytes, long number) {
                memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, number);
            }

            @Override
            public long read(long offset, int lengthBytes) {
                return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
            }
        };
    }
}
