package org.boltmesh.driver.verbs;

import java.lang.foreign.MemorySegment;

/**
 * Registered memory of this process. Its bytes may be read and written by the owner of the queue
 * pairs that it is posted to; closing belongs to the device thread, after those are closed.
 */
public final class MemoryRegion implements AutoCloseable {
    private final VerbsProvider.Region region;
    private final ProtectionDomain domain;
    private final MemorySegment memory;
    private final String holder;
    private volatile boolean closed;

    MemoryRegion(VerbsProvider.Region region, ProtectionDomain domain, String holder) {
        this.region = region;
        this.domain = domain;
        this.memory = region.memory();
        this.holder = holder;
        domain.owned().add(Owned.Kind.REGION, this, this::close, () -> {});
    }

    /** Its bytes. Not to be touched after {@link #close}. */
    public MemorySegment memory() {
        return memory;
    }

    VerbsProvider.Region region(long offset, int lengthBytes) {
        if (closed) {
            throw new IllegalStateException("memory region of " + holder + " is closed");
        }
        if (offset < 0 || lengthBytes < 1 || offset > memory.byteSize() - lengthBytes) {
            throw new IndexOutOfBoundsException(
                    "%d bytes at %d, want 1 or more within a region of %d"
                            .formatted(lengthBytes, offset, memory.byteSize()));
        }
        return region;
    }

    /**
     * Deregisters and frees the memory; if deregistering fails, the memory is not freed, since the
     * device may still write to it. Does nothing the second time.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        domain.owned().checkThread();
        closed = true;
        domain.owned().remove(Owned.Kind.REGION, this);
        region.close();
        domain.onRegionClosed(memory, holder);
    }
}
