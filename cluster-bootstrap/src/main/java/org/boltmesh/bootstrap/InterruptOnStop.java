package org.boltmesh.bootstrap;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts a command's thread when the JVM is told to end (Ctrl-C, SIGTERM), and gives it time to
 * put things in order.
 */
final class InterruptOnStop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InterruptOnStop.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Thread worker = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "stop");
    private volatile boolean stopping;

    /** Begins to watch for the calling thread. */
    InterruptOnStop() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether the JVM is ending: what fails now need not be told. */
    boolean isStopping() {
        return stopping;
    }

    private void stop() {
        stopping = true;
        worker.interrupt();
        try {
            if (!done.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("the command has not ended after {}", TIMEOUT);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything is in order. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            LOG.debug("the JVM is ending");
        }
    }
}
