package org.boltmesh.shards.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An engine in a child process of ours. Its death fails what was asked of it with a sentence that
 * says how it died. Closing it ends the process, politely where that works, and leaves nothing but
 * the log.
 */
public final class EngineProcess implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(10);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(9);

    /** An engine that has missed so many heartbeats will not end politely. */
    private static final Duration HANGS_AFTER = Duration.ofSeconds(4);

    private final EngineChild child;
    private final EngineClient client;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EngineProcess(EngineChild child, EngineClient client) {
        this.child = child;
        this.client = client;
    }

    /**
     * Starts an engine and connects to it.
     *
     * @throws EngineException when it cannot be started, dies while starting or takes too long
     */
    public static EngineProcess start(EngineLaunch launch) {
        EngineChild child;
        try {
            child = EngineChild.spawn(launch);
        } catch (IOException e) {
            throw new EngineException(
                    FailureCode.LOST, "cannot start an engine: " + e.getMessage());
        }
        try {
            return new EngineProcess(child, claim(launch, child));
        } catch (EngineException e) {
            child.end(Duration.ZERO);
            throw e;
        }
    }

    private static EngineClient claim(EngineLaunch launch, EngineChild child) {
        long deadlineNs = System.nanoTime() + launch.startTimeout().toNanos();
        EngineClient client = connect(launch, child, deadlineNs);
        try {
            client.hello().get(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            return client;
        } catch (TimeoutException _) {
            throw tooSlow(launch, child);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof EngineException failure
                    ? failure
                    : new EngineException(FailureCode.LOST, "the engine's first word: " + e);
        } catch (InterruptedException _) {
            throw interrupted();
        }
    }

    private static EngineClient connect(EngineLaunch launch, EngineChild child, long deadlineNs) {
        while (!child.awaitExit(POLL)) {
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted();
            }
            try {
                return EngineClient.connect(child.socket(), child::loss);
            } catch (IOException e) {
                if (System.nanoTime() - deadlineNs > 0) {
                    throw tooSlow(launch, child);
                }
            }
        }
        throw child.loss("starting");
    }

    private static EngineException tooSlow(EngineLaunch launch, EngineChild child) {
        return new EngineException(
                FailureCode.LOST,
                "engine process %d does not listen after %d s, see %s"
                        .formatted(child.pid(), launch.startTimeout().toSeconds(), launch.log()));
    }

    private static EngineException interrupted() {
        Thread.currentThread().interrupt();
        return new EngineException(FailureCode.LOST, "interrupted while an engine starts");
    }

    /** What to ask of the engine. */
    public EngineClient client() {
        return client;
    }

    /** Its process id. */
    public long pid() {
        return child.pid();
    }

    /** The folder of its socket. */
    Path socketFolder() {
        return child.folder();
    }

    /** Ends the engine: asks, then SIGTERM, then SIGKILL. What is not answered fails. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            boolean hangs = client.silence().compareTo(HANGS_AFTER) > 0;
            client.shutdown();
            client.close();
            if (hangs) {
                child.kill();
            }
            child.end(SHUTDOWN_TIMEOUT);
        }
    }
}
