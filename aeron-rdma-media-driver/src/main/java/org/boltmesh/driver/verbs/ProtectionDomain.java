package org.boltmesh.driver.verbs;

import java.lang.foreign.MemorySegment;

/**
 * Holds the memory regions and queue pairs that may work together. Belongs to the device thread.
 */
public final class ProtectionDomain implements AutoCloseable {
    private final VerbsProvider.Context context;
    private final VerbsProvider.Domain domain;
    private final Owned owned;
    private int users;
    private boolean closed;

    ProtectionDomain(VerbsProvider.Context context, VerbsProvider.Domain domain, Owned owned) {
        this.context = context;
        this.domain = domain;
        this.owned = owned;
        owned.add(Owned.Kind.PROTECTION_DOMAIN, this, this::close, () -> {});
    }

    /**
     * Allocates and registers zeroed memory.
     *
     * @param lengthBytes rounded up to whole pages
     * @param holder for whom, in words for people
     * @throws VerbsException EBUSY at the device's limit of regions, ENOMEM beyond the budget
     */
    public MemoryRegion allocateRegion(long lengthBytes, String holder) {
        checkOpen();
        long page = owned.pageBytes();
        long rounded = Math.ceilDiv(lengthBytes, page) * page;
        owned.ledger().hold(DeviceLedger.Kind.REGION, holder);
        try {
            owned.budget().reserve(rounded, owned.device(), holder);
        } catch (VerbsException e) {
            owned.ledger().release(DeviceLedger.Kind.REGION, holder);
            throw e;
        }
        try {
            return register(rounded, holder);
        } catch (VerbsException e) {
            giveBack(rounded, holder);
            throw e;
        }
    }

    private MemoryRegion register(long lengthBytes, String holder) {
        MemorySegment memory = context.allocateMemory(lengthBytes);
        try {
            VerbsProvider.Region region = domain.registerRegion(memory, VerbsProvider.Access.ALL);
            users++;
            return new MemoryRegion(region, this, holder);
        } catch (VerbsException e) {
            throw Owned.closingAfter(e, () -> context.freeMemory(memory));
        }
    }

    void onRegionClosed(MemorySegment memory, String holder) {
        users--;
        context.freeMemory(memory);
        giveBack(memory.byteSize(), holder);
    }

    private void giveBack(long lengthBytes, String holder) {
        owned.budget().release(lengthBytes);
        owned.ledger().release(DeviceLedger.Kind.REGION, holder);
    }

    /**
     * Creates a UC queue pair in state RESET. The queues may be one and the same.
     *
     * @param holder for whom, in words for people
     * @throws VerbsException EBUSY at the device's limit; EINVAL if a completion queue is closed or
     *     another device's
     */
    public QueuePair createQueuePair(
            CompletionQueue send, CompletionQueue receive, QueueDepths depths, String holder) {
        checkOpen();
        VerbsProvider.Completions sends = send.completionsFor(owned);
        VerbsProvider.Completions receives = receive.completionsFor(owned);
        owned.ledger().hold(DeviceLedger.Kind.QUEUE_PAIR, holder);
        try {
            VerbsProvider.Pair pair = domain.createQueuePair(sends, receives, depths);
            users++;
            return new QueuePair(pair, this, send, receive, holder);
        } catch (VerbsException e) {
            owned.ledger().release(DeviceLedger.Kind.QUEUE_PAIR, holder);
            throw e;
        }
    }

    void onQueuePairClosed(String holder) {
        users--;
        owned.ledger().release(DeviceLedger.Kind.QUEUE_PAIR, holder);
    }

    Owned owned() {
        return owned;
    }

    private void checkOpen() {
        owned.checkThread();
        if (closed) {
            throw new IllegalStateException(
                    "protection domain of " + owned.device() + " is closed");
        }
    }

    /**
     * Deallocates it. Does nothing the second time.
     *
     * @throws VerbsException with EBUSY while regions or queue pairs use it
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        owned.checkThread();
        if (users > 0) {
            throw new VerbsException(
                    "ibv_dealloc_pd",
                    Errno.EBUSY,
                    owned.device(),
                    "wanted to close a protection domain that %d objects use: close them first"
                            .formatted(users));
        }
        closed = true;
        owned.remove(Owned.Kind.PROTECTION_DOMAIN, this);
        domain.close();
    }
}
