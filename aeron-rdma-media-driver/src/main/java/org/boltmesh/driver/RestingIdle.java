package org.boltmesh.driver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Yields and parks for up to 100 microseconds as long as there was work lately, for more may follow
 * within a token's time. Without any it rests for a millisecond at a time, because a driver that
 * nobody uses would take a tenth of a core from the engine beside it. One thread owns it.
 */
final class RestingIdle implements IdleStrategy {
    private static final int SPINS = 10;
    private static final int YIELDS = 50;
    private static final long PARK_MIN_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long PARK_MAX_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A message that has to wait for the end of a rest came a hundred times that later. */
    private static final long RESTS_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final IdleStrategy awake;
    private final LongSupplier clock;
    private final LongConsumer rest;
    private boolean idle;
    private long idleSinceNs;

    RestingIdle() {
        this(
                new BackoffIdleStrategy(SPINS, YIELDS, PARK_MIN_NS, PARK_MAX_NS),
                System::nanoTime,
                LockSupport::parkNanos);
    }

    RestingIdle(IdleStrategy awake, LongSupplier clock, LongConsumer rest) {
        this.awake = awake;
        this.clock = clock;
        this.rest = rest;
    }

    @Override
    public void idle(int workCount) {
        if (workCount > 0) {
            reset();
        } else {
            idle();
        }
    }

    @Override
    public void idle() {
        long nowNs = clock.getAsLong();
        if (!idle) {
            idle = true;
            idleSinceNs = nowNs;
        }
        if (nowNs - idleSinceNs < RESTS_AFTER_NS) {
            awake.idle();
        } else {
            rest.accept(REST_NS);
        }
    }

    @Override
    public void reset() {
        idle = false;
        awake.reset();
    }

    @Override
    public String alias() {
        return "resting";
    }
}
