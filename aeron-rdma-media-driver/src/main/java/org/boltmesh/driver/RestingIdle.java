package org.boltmesh.driver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.agrona.concurrent.IdleStrategy;

/**
 * Spins, yields, and parks for up to 100 microseconds, as long as there was work lately: then more
 * of it may follow within a token's time. Without any it parks for a millisecond, because a driver
 * that nobody uses would take a tenth of a core from the engine beside it. One thread owns it.
 */
final class RestingIdle implements IdleStrategy {
    private static final int SPINS = 10;
    private static final int YIELDS = 50;
    private static final long PARK_MIN_NS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long PARK_MAX_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long PARK_RESTING_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A message that has to wait for the end of a rest came a hundred times that later. */
    private static final long RESTS_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LongSupplier clock;
    private final LongConsumer park;
    private int turns;
    private long parkNs = PARK_MIN_NS;
    private long idleSinceNs;
    private boolean resting;

    RestingIdle() {
        this(System::nanoTime, LockSupport::parkNanos);
    }

    RestingIdle(LongSupplier clock, LongConsumer park) {
        this.clock = clock;
        this.park = park;
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
        if (turns < SPINS) {
            turns++;
            Thread.onSpinWait();
        } else if (turns < SPINS + YIELDS) {
            turns++;
            Thread.yield();
        } else {
            park();
        }
    }

    /** The clock is read where time passes anyway: not while there is work. */
    private void park() {
        if (resting) {
            park.accept(PARK_RESTING_NS);
            return;
        }
        if (turns == SPINS + YIELDS) {
            turns++;
            idleSinceNs = clock.getAsLong();
        }
        park.accept(parkNs);
        parkNs = Math.min(2 * parkNs, PARK_MAX_NS);
        resting = clock.getAsLong() - idleSinceNs >= RESTS_AFTER_NS;
    }

    @Override
    public void reset() {
        turns = 0;
        parkNs = PARK_MIN_NS;
        resting = false;
    }

    @Override
    public String alias() {
        return "resting";
    }
}
