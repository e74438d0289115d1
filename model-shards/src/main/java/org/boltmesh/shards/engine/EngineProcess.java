package org.boltmesh.shards.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.boltmesh.process.ChildException;
import org.boltmesh.process.ChildProcess;

/**
 * An engine in a child process of ours. Its death fails what was asked of it with a sentence that
 * says how it died. Closing it ends the process, politely where that works, and leaves nothing but
 * the log.
 */
public final class EngineProcess implements AutoCloseable {
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(9);

    /** An engine that has missed so many heartbeats will not end politely. */
    private static final Duration HANGS_AFTER = Duration.ofSeconds(4);

    private final ChildProcess child;
    private final EngineClient client;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EngineProcess(ChildProcess child, EngineClient client) {
        this.child = child;
        this.client = client;
    }

    /**
     * Starts an engine and connects to it.
     *
     * @throws EngineException when it cannot be started, dies while starting or takes too long
     */
    public static EngineProcess start(EngineLaunch launch) {
        try {
            return claim(ChildProcess.spawn(launch.child()));
        } catch (ChildException e) {
            throw lost(String.valueOf(e.getMessage()));
        }
    }

    private static EngineProcess claim(ChildProcess child) {
        try {
            EngineClient client =
                    EngineClient.open(child.connect(), activity -> lost(child.loss(activity)));
            child.awaitHello(client.hello());
            return new EngineProcess(child, client);
        } catch (ExecutionException e) {
            child.end(Duration.ZERO);
            throw e.getCause() instanceof EngineException failure
                    ? failure
                    : lost("the engine's first word: " + e);
        } catch (ChildException e) {
            child.end(Duration.ZERO);
            throw e;
        }
    }

    private static EngineException lost(String sentence) {
        return new EngineException(FailureCode.LOST, sentence);
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
            if (hangs) {
                child.kill();
            }
            // It hangs up first: what we had not read yet would take our request along.
            child.end(SHUTDOWN_TIMEOUT);
            client.close();
        }
    }
}
