package org.boltmesh.bootstrap.bench.transport;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.boltmesh.bootstrap.bench.verbs.BenchWire;
import org.boltmesh.bootstrap.bench.verbs.VerbsBenchException;

/** Waits for things, with a bound, while everything that has no thread of its own goes on. */
final class Patience {
    private static final long WAIT_MAX_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long END_PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int TURNS_BETWEEN_LOOKS = 20;

    private final Runnable turnAll;

    Patience(Runnable turnAll) {
        this.turnAll = turnAll;
    }

    /**
     * Waits.
     *
     * @throws VerbsBenchException if it takes a minute
     */
    void until(String what, BooleanSupplier condition) throws InterruptedException {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            VerbsBenchException.throwIfInterrupted();
            if (System.nanoTime() - startNs > WAIT_MAX_NS) {
                throw new VerbsBenchException(
                        "waited a minute for %s; see what both processes say".formatted(what));
            }
            turnAll.run();
            Thread.onSpinWait();
        }
    }

    /**
     * Waits until the other end has said something, or is gone.
     *
     * @throws VerbsBenchException if it takes a minute
     */
    void untilHeard(BenchWire wire) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        long lookedNs = startNs;
        while (!wire.hasNews()) {
            for (int turn = 0; turn < TURNS_BETWEEN_LOOKS; turn++) {
                turnAll.run();
            }
            VerbsBenchException.throwIfInterrupted();
            long nowNs = System.nanoTime();
            if (nowNs - startNs > WAIT_MAX_NS) {
                throw new VerbsBenchException("the other end has been silent for a minute");
            }
            if (nowNs - lookedNs > END_PERIOD_NS) {
                lookedNs = nowNs;
                if (wire.hasNewsOrEnded()) {
                    return;
                }
            }
        }
    }

    /** Lets everything go on for a while. */
    void rest(long forNs) throws InterruptedException {
        long startNs = System.nanoTime();
        until("a rest", () -> System.nanoTime() - startNs >= forNs);
    }
}
