package org.boltmesh.driver.verbs;

/**
 * Where completions of its queue pairs arrive. Polled by one thread, the first that polls it, which
 * {@linkplain #retire() retires} it before the device thread closes it.
 */
public final class CompletionQueue implements AutoCloseable {
    private final VerbsProvider.Completions completions;
    private final Owned owned;
    private final OwnerThread owner;
    private int users;
    private boolean closed;

    CompletionQueue(VerbsProvider.Completions completions, Owned owned) {
        this.completions = completions;
        this.owned = owned;
        this.owner = new OwnerThread("completion queue of " + owned.device());
        owned.add(Owned.Kind.COMPLETION_QUEUE, this, this::close, owner::checkReleased);
    }

    /**
     * Hands over what has completed. Allocates nothing.
     *
     * @return how many, at most {@code limit}
     */
    public int poll(CompletionHandler handler, int limit) {
        owner.check();
        int count = completions.poll(handler, limit);
        if (count < 0) {
            throw new VerbsException(
                    "ibv_poll_cq", -count, owned.device(), "wanted at most " + limit);
        }
        return count;
    }

    /** The polling thread will not poll any more. */
    public void retire() {
        owner.retire();
    }

    /** For a queue pair of this device: native code would use freed memory, or another's. */
    VerbsProvider.Completions completionsFor(Owned by) {
        if (closed || by != owned) {
            throw new VerbsException(
                    "ibv_create_qp",
                    Errno.EINVAL,
                    by.device(),
                    "wanted an open completion queue of the same device, got one of %s that is %s"
                            .formatted(owned.device(), closed ? "closed" : "open"));
        }
        return completions;
    }

    void onUsed() {
        users++;
    }

    void onUnused() {
        users--;
    }

    /**
     * Destroys it. Does nothing the second time.
     *
     * @throws VerbsException with EBUSY while queue pairs use it
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        owned.checkThread();
        owner.checkReleased();
        if (users > 0) {
            throw new VerbsException(
                    "ibv_destroy_cq",
                    Errno.EBUSY,
                    owned.device(),
                    "wanted to close a completion queue that %d queues use: close them first"
                            .formatted(users));
        }
        closed = true;
        owner.retire();
        owned.remove(Owned.Kind.COMPLETION_QUEUE, this);
        completions.close();
    }
}
