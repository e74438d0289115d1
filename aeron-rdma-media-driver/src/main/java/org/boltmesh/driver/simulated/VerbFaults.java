package org.boltmesh.driver.simulated;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What is to go wrong with one verb. Any thread may use it. */
final class VerbFaults {
    private final AtomicReference<@Nullable CountDownLatch> hang = new AtomicReference<>();
    private final AtomicInteger hanging = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger points = new AtomicInteger();
    private volatile int refusalErrno;
    private volatile int crashPoint;

    void refuse(int errno, int times) {
        refusalErrno = errno;
        refusals.set(times);
    }

    void hang() {
        hang.set(new CountDownLatch(1));
    }

    void release() {
        CountDownLatch latch = hang.getAndSet(null);
        if (latch != null) {
            latch.countDown();
        }
    }

    int hanging() {
        return hanging.get();
    }

    void crashAt(int point) {
        points.set(0);
        crashPoint = point;
    }

    int enter() {
        CountDownLatch latch = hang.get();
        if (latch != null) {
            hanging.incrementAndGet();
            awaitAsNativeCodeDoes(latch);
            hanging.decrementAndGet();
        }
        return refusals.get() > 0 && refusals.getAndDecrement() > 0 ? refusalErrno : 0;
    }

    private static void awaitAsNativeCodeDoes(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    int points() {
        return points.get();
    }

    /** Whether this is the point to crash at. */
    boolean isCrashPoint() {
        return points.incrementAndGet() == crashPoint;
    }
}
