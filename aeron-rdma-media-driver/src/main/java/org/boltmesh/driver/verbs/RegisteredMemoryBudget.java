package org.boltmesh.driver.verbs;

import java.util.concurrent.atomic.AtomicLong;

/** Bounds what a process registers on all devices together: registered memory is locked in RAM. */
public final class RegisteredMemoryBudget {
    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();

    /**
     * A budget.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public RegisteredMemoryBudget(long limitBytes) {
        if (limitBytes < 0) {
            throw new IllegalArgumentException(
                    "registered memory budget of " + limitBytes + " bytes, want 0 or more");
        }
        this.limitBytes = limitBytes;
    }

    /**
     * Takes a part of the budget.
     *
     * @throws VerbsException with ENOMEM if not so much is left
     */
    void reserve(long lengthBytes, String device, String holder) {
        long used = usedBytes.getAndAdd(lengthBytes);
        if (lengthBytes > limitBytes - used) {
            usedBytes.addAndGet(-lengthBytes);
            throw new VerbsException(
                    "ibv_reg_mr",
                    Errno.ENOMEM,
                    device,
                    "wanted %d bytes for %s, but %d of the budget of %d bytes are registered"
                            .formatted(lengthBytes, holder, used, limitBytes));
        }
    }

    void release(long lengthBytes) {
        usedBytes.addAndGet(-lengthBytes);
    }

    public long limitBytes() {
        return limitBytes;
    }

    public long usedBytes() {
        return usedBytes.get();
    }
}
