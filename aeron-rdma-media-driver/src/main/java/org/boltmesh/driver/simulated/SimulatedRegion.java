package org.boltmesh.driver.simulated;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.boltmesh.driver.verbs.Errno;
import org.boltmesh.driver.verbs.VerbsProvider;

/** A memory region. Posting reads it; the rest belongs to the device thread. */
final class SimulatedRegion implements VerbsProvider.Region {
    private final SimulatedDomain domain;
    private final Allocation allocation;
    private final MemorySegment memory;
    private final RegionSlot slot;
    private final long handle;
    private volatile boolean open = true;

    SimulatedRegion(
            SimulatedDomain domain,
            Allocation allocation,
            MemorySegment memory,
            RegionSlot slot,
            long handle) {
        this.domain = domain;
        this.allocation = allocation;
        this.memory = memory;
        this.slot = slot;
        this.handle = handle;
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    /** Names the registration to other processes. */
    long handle() {
        return handle;
    }

    boolean isOpen() {
        return open;
    }

    /** Whether a work request of this domain may name these bytes of it. */
    boolean covers(SimulatedDomain ofPair, long offset, int lengthBytes) {
        return open
                && ofPair == domain
                && offset >= 0
                && lengthBytes >= 1
                && offset <= memory.byteSize() - lengthBytes;
    }

    /**
     * Deregisters it. Returns when nobody writes to it any more, in whatever process.
     *
     * @throws org.boltmesh.driver.verbs.VerbsException with EINVAL the second time; with ETIMEDOUT
     *     if a sender hangs while it writes: then the memory must not be freed
     */
    @Override
    public void close() {
        SimulatedDevice device = domain.device();
        device.beginClosing(Verb.DEREG_MR);
        if (!open) {
            throw device.failure(Verb.DEREG_MR, Errno.EINVAL, "wanted a region that is open");
        }
        open = false;
        slot.state(Slot.DYING);
        VarHandle.fullFence();
        device.point(Verb.DEREG_MR);
        if (!device.grace().await()) {
            slot.abandon();
            throw device.failure(
                    Verb.DEREG_MR, Errno.ETIMEDOUT, "a sender hangs while it writes to the region");
        }
        slot.state(Slot.FREE);
        device.point(Verb.DEREG_MR);
        slot.release();
        device.point(Verb.DEREG_MR);
        allocation.onDeregistered();
        domain.onChildClosed();
    }
}
