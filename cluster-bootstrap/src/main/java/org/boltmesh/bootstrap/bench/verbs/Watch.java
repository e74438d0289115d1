package org.boltmesh.bootstrap.bench.verbs;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Looks after the other end while this one polls: seldom enough to cost the measurement nothing.
 */
public final class Watch {
    private static final int POLLS_BETWEEN_LOOKS = 10_000;
    private static final long END_PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final BenchWire wire;
    private final int pollsBetweenLooks;
    private int polls;
    private boolean busy;
    private long busyNs = System.nanoTime();
    private long endNs = busyNs;

    Watch(BenchWire wire) {
        this(wire, POLLS_BETWEEN_LOOKS);
    }

    /** One that looks after so many polls that took nothing; they may cost more than a look. */
    public Watch(BenchWire wire, int pollsBetweenLooks) {
        this.wire = wire;
        this.pollsBetweenLooks = pollsBetweenLooks;
    }

    /**
     * To be asked after each poll, with what it took.
     *
     * @return whether the other end has said something, or is gone
     * @throws VerbsBenchException if neither it nor its messages were heard of for a minute
     * @throws InterruptedException if this process is to end
     */
    public boolean hasNews(int polled) throws IOException, InterruptedException {
        busy |= polled > 0;
        polls++;
        if (polls < pollsBetweenLooks) {
            return false;
        }
        polls = 0;
        VerbsBenchException.throwIfInterrupted();
        return look(System.nanoTime());
    }

    private boolean look(long nowNs) throws IOException {
        boolean idle = !busy;
        busy = false;
        if (!idle) {
            busyNs = nowNs;
        } else if (nowNs - busyNs > SILENCE_NS) {
            throw new VerbsBenchException("the measuring end has been silent for a minute");
        }
        if (idle && nowNs - endNs > END_PERIOD_NS) {
            endNs = nowNs;
            return wire.hasNewsOrEnded();
        }
        return idle && wire.hasNews();
    }
}
