package org.boltmesh.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.boltmesh.driver.mesh.MeshView;
import org.boltmesh.process.ChildException;
import org.boltmesh.process.ChildLaunch;
import org.boltmesh.process.ChildProcess;
import org.boltmesh.process.FrameConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A media driver in a child process of ours. Thread-safe. Its death is told by {@link #loss()},
 * with a sentence that says how it died. Closing it ends the process, politely where that works,
 * and leaves nothing but the log.
 */
public final class MediaDriverProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MediaDriverProcess.class);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(9);

    private static final Duration END_TIMEOUT = Duration.ofSeconds(1);

    /** A driver that has missed so many heartbeats will not end politely. */
    private static final Duration HANGS_AFTER = Duration.ofSeconds(4);

    private final ChildProcess child;
    private final FrameConnection connection;
    private final CompletableFuture<DriverEvent> firstWord = new CompletableFuture<>();
    private final CompletableFuture<DriverEvent.Hello> hello = new CompletableFuture<>();
    private final CompletableFuture<MediaDriverException> loss = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Optional<DriverEvent.Heartbeat> heartbeat = Optional.empty();
    private volatile Optional<String> refusal = Optional.empty();
    private volatile long heardNs = System.nanoTime();

    private MediaDriverProcess(ChildProcess child, FrameConnection connection) {
        this.child = child;
        this.connection = connection;
    }

    /**
     * Starts a media driver and claims it; clients can connect when this returns.
     *
     * @throws MediaDriverException when it cannot be started, dies while starting or takes too long
     */
    public static MediaDriverProcess start(MediaDriverLaunch launch) {
        return claimed(launch.child());
    }

    /**
     * Starts a process that stands by and claims it; {@link #begin} then lets it run its driver.
     *
     * @throws MediaDriverException as {@link #start}
     */
    static MediaDriverProcess standBy(MediaDriverLaunch launch) {
        return claimed(launch.spare());
    }

    private static MediaDriverProcess claimed(ChildLaunch launch) {
        try {
            return claim(ChildProcess.spawn(launch));
        } catch (ChildException e) {
            throw new MediaDriverException(String.valueOf(e.getMessage()));
        }
    }

    private static MediaDriverProcess claim(ChildProcess child) {
        try {
            var connection = new FrameConnection(child.connect(), "driver-requests");
            var process = new MediaDriverProcess(child, connection);
            Thread receiver = new Thread(process::receive, "driver-events");
            receiver.setDaemon(true);
            receiver.start();
            child.awaitHello(process.firstWord);
            return process;
        } catch (ExecutionException e) {
            child.end(Duration.ZERO);
            throw failure(e);
        } catch (ChildException e) {
            child.end(Duration.ZERO);
            throw e;
        }
    }

    private static MediaDriverException failure(ExecutionException e) {
        return e.getCause() instanceof MediaDriverException failure
                ? failure
                : new MediaDriverException("the media driver's first word: " + e);
    }

    /**
     * Lets a process that stands by run its driver; clients can connect when this returns.
     *
     * @throws MediaDriverException when it does not in this time; its process has ended then
     */
    void begin(Path aeronDirectory, Duration timeout) {
        send(new DriverRequest.Begin(aeronDirectory.toString()));
        try {
            hello.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            end(false);
            throw failure(e);
        } catch (TimeoutException _) {
            end(true);
            throw new MediaDriverException(
                    "media driver process %d was told to begin and has not within %d ms"
                            .formatted(pid(), timeout.toMillis()));
        } catch (InterruptedException _) {
            end(true);
            Thread.currentThread().interrupt();
            throw new MediaDriverException("interrupted while a media driver begins");
        }
    }

    /** Ends one that did not begin; one that said why ends by itself. */
    private void end(boolean byForce) {
        if (closed.compareAndSet(false, true)) {
            if (byForce) {
                child.kill();
            }
            child.end(END_TIMEOUT);
            connection.close();
        }
    }

    private void receive() {
        try {
            Optional<byte[]> frame = connection.receive();
            while (frame.isPresent()) {
                heardNs = System.nanoTime();
                onEvent(DriverJson.event(frame.get()));
                frame = connection.receive();
            }
        } catch (IOException e) {
            LOG.debug("the driver's events end", e);
        } finally {
            onLoss();
        }
    }

    private void onEvent(DriverEvent event) {
        switch (event) {
            case DriverEvent.Hello first -> {
                firstWord.complete(first);
                hello.complete(first);
            }
            case DriverEvent.StandsBy standsBy -> firstWord.complete(standsBy);
            case DriverEvent.Heartbeat beat -> heartbeat = Optional.of(beat);
            case DriverEvent.Refused refused -> refusal = Optional.of(refused.message());
        }
    }

    private void onLoss() {
        connection.abort();
        if (closed.get()) {
            return;
        }
        var failure = new MediaDriverException(refusal.orElseGet(() -> child.loss(activity())));
        firstWord.completeExceptionally(failure);
        hello.completeExceptionally(failure);
        loss.complete(failure);
    }

    private String activity() {
        if (hello.isDone()) {
            return "serving";
        }
        return firstWord.isDone() ? "standing by" : "starting";
    }

    /** Completes when the driver dies or hangs up without being asked to; never after closing. */
    public CompletableFuture<MediaDriverException> loss() {
        return loss.copy();
    }

    /** Its process id. */
    public long pid() {
        return child.pid();
    }

    /** The directory that Aeron clients name. */
    public Path aeronDirectory() {
        return Path.of(hello.join().aeronDirectory());
    }

    /** The heartbeat last received; it comes about once a second. */
    public Optional<DriverEvent.Heartbeat> heartbeat() {
        return heartbeat;
    }

    /**
     * How long nothing has come from it; grows when its process is stopped, or stuck as a whole.
     */
    public Duration silence() {
        return Duration.ofNanos(System.nanoTime() - heardNs);
    }

    /** Asks for a heartbeat now. */
    public void ping() {
        send(new DriverRequest.Ping());
    }

    /** Tells it who the peers are. */
    public void join(MeshView view) {
        send(new DriverRequest.JoinMesh(view));
    }

    private void send(DriverRequest request) {
        if (!connection.send(DriverJson.encode(request))) {
            LOG.debug("not sent, as the driver is gone: {}", request);
        }
    }

    /** Whether its process is silent, or the driver's own thread within it. */
    private boolean hangs() {
        long silentMs =
                Math.max(
                        silence().toMillis(),
                        heartbeat.map(DriverEvent.Heartbeat::silentMs).orElse(0L));
        return silentMs > HANGS_AFTER.toMillis();
    }

    /** Ends the driver: asks, then SIGTERM, then SIGKILL; at once the last where it hangs. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            boolean hangs = hangs();
            send(new DriverRequest.Shutdown());
            if (hangs) {
                child.kill();
            }
            // It hangs up first: what we had not read yet would take our request along.
            child.end(SHUTDOWN_TIMEOUT);
            connection.close();
        }
    }
}
