package org.boltmesh.driver.verbs.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;

/** Keeps the {@code errno} of a call. One thread at a time. */
@SuppressWarnings("restricted") // capturing errno belongs to linking native code
public final class CallState {
    static final Linker.Option CAPTURE_ERRNO = Linker.Option.captureCallState("errno");
    private static final long ERRNO =
            Linker.Option.captureStateLayout().byteOffset(PathElement.groupElement("errno"));

    final MemorySegment memory = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());

    /** What the last call left. */
    public int errno() {
        return memory.get(JAVA_INT, ERRNO);
    }
}
