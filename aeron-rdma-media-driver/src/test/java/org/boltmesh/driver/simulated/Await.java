package org.boltmesh.driver.simulated;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come, for half a minute at most. */
final class Await {
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(30);

    private Await() {}

    static void until(BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > BOUND_NS) {
                throw new AssertionError("did not come to be in 30 s");
            }
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
        }
    }
}
