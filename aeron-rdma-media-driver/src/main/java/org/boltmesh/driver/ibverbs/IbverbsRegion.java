package org.boltmesh.driver.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import org.boltmesh.driver.verbs.VerbsProvider;
import org.boltmesh.driver.verbs.ffi.DeviceStructs;
import org.boltmesh.driver.verbs.ffi.Ibverbs;
import org.boltmesh.driver.verbs.ffi.Symbols;

/** A {@code struct ibv_mr}. Belongs to the device thread; its numbers may be read by any. */
final class IbverbsRegion implements VerbsProvider.Region {
    private final long mr;
    private final MemorySegment memory;
    private final long address;
    private final int localKey;
    private final Calls calls;

    IbverbsRegion(long mr, MemorySegment memory, Calls calls) {
        this.mr = mr;
        this.memory = memory;
        this.address = memory.address();
        this.localKey =
                Symbols.memory(mr, DeviceStructs.Mr.LAYOUT.byteSize())
                        .get(JAVA_INT, DeviceStructs.Mr.LKEY);
        this.calls = calls;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    long address() {
        return address;
    }

    int localKey() {
        return localKey;
    }

    @Override
    public void close() {
        calls.check(
                "ibv_dereg_mr",
                Ibverbs.ibv_dereg_mr(calls.state(), mr),
                "wanted to deregister %d bytes".formatted(memory.byteSize()));
    }
}
