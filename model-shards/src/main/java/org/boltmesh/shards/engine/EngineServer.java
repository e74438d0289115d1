package org.boltmesh.shards.engine;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.boltmesh.shards.pipeline.ChannelFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine process: listens for one control process at a time, runs what it asks for, and ends
 * when it is asked to, or when nobody has claimed it for a while.
 */
public final class EngineServer {
    /** Exit code after a polite shutdown. */
    public static final int EXIT_SHUTDOWN = 0;

    /** Exit code when the socket cannot be served. */
    public static final int EXIT_SOCKET = 1;

    /** Exit code when nobody claimed the engine for too long. */
    public static final int EXIT_UNCLAIMED = 4;

    /** Exit code after an unexpected failure, which the log describes. */
    public static final int EXIT_CRASH = 70;

    private static final Logger LOG = LoggerFactory.getLogger(EngineServer.class);
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(1);
    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(9);

    private final EngineServerOptions options;
    private final ServerSocketChannel listener;
    private final StepLoop loop;
    private final TextService texts = new TextService();
    private final LongSupplier clock;
    private final UnclaimedTimer timer;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable EngineSession session;
    private int exitCode = EXIT_SHUTDOWN;

    private EngineServer(
            EngineServerOptions options,
            ServerSocketChannel listener,
            ModelLoader loader,
            ChannelFactory channels,
            LongSupplier clock) {
        this.options = options;
        this.listener = listener;
        this.clock = clock;
        loop = new StepLoop(loader, channels, clock, () -> stop(EXIT_CRASH));
        timer = new UnclaimedTimer(options.unclaimedExit().toNanos(), clock.getAsLong());
    }

    /**
     * An engine that listens, and works alone.
     *
     * @throws IOException when it cannot listen there; the message is a sentence for people
     */
    public static EngineServer listen(EngineServerOptions options, ModelLoader loader)
            throws IOException {
        return listen(options, loader, ChannelFactory.none());
    }

    /**
     * An engine that listens.
     *
     * @param channels opens what connects it to the other engines of a pipeline
     * @throws IOException when it cannot listen there; the message is a sentence for people
     */
    public static EngineServer listen(
            EngineServerOptions options, ModelLoader loader, ChannelFactory channels)
            throws IOException {
        ServerSocketChannel listener = EngineSocket.listen(options.socket());
        return new EngineServer(options, listener, loader, channels, System::nanoTime);
    }

    /** Serves until the end and returns the exit code. SIGTERM ends it politely, too. */
    public int serve() {
        Thread hook = new Thread(this::stopAndWait, "stop");
        Runtime.getRuntime().addShutdownHook(hook);
        loop.start();
        Thread watch = new Thread(this::watch, "watch");
        watch.setDaemon(true);
        watch.start();
        LOG.info("engine {} listens at {}", ProcessHandle.current().pid(), options.socket());
        accept();
        end();
        return exitCode();
    }

    private void accept() {
        try {
            while (true) {
                admit(listener.accept());
            }
        } catch (ClosedChannelException _) {
            LOG.debug("no longer listening");
        } catch (IOException e) {
            LOG.error("cannot accept connections at {}", options.socket(), e);
            stop(EXIT_SOCKET);
        }
    }

    private synchronized void admit(SocketChannel channel) {
        var connection = new FrameConnection(channel, "events");
        var candidate = new EngineSession(connection, loop, texts, () -> stop(EXIT_SHUTDOWN));
        if (session != null) {
            candidate.refuse(
                    FailureCode.BUSY,
                    "engine %d is claimed by another process, want one at a time"
                            .formatted(ProcessHandle.current().pid()));
            candidate.close();
            return;
        }
        session = candidate;
        timer.claim();
        Thread thread = new Thread(() -> run(candidate), "requests");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(EngineSession running) {
        LOG.info("claimed");
        try {
            running.run();
        } finally {
            release();
        }
    }

    private synchronized void release() {
        session = null;
        timer.release(clock.getAsLong());
        LOG.info("no longer claimed");
    }

    /** Sends heartbeats and waits for the time when nobody is interested any more. */
    private void watch() {
        long heartbeatNs = clock.getAsLong();
        try {
            while (!stopping.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                long nowNs = clock.getAsLong();
                if (nowNs - heartbeatNs >= HEARTBEAT_INTERVAL.toNanos()) {
                    heartbeatNs = nowNs;
                    beat();
                }
                exitWhenUnclaimed(nowNs);
            }
        } catch (InterruptedException _) {
            stop(EXIT_CRASH);
        }
    }

    private synchronized void beat() {
        if (session != null) {
            session.send(loop.heartbeat());
        }
    }

    private synchronized void exitWhenUnclaimed(long nowNs) {
        if (timer.isExpired(nowNs)) {
            LOG.info("nobody claimed this engine; it exits");
            stop(EXIT_UNCLAIMED);
        }
    }

    /** Ends {@link #serve()}; the first reason counts. */
    private synchronized void stop(int code) {
        if (stopping.getCount() == 0) {
            return;
        }
        exitCode = code;
        stopping.countDown();
        try {
            listener.close();
        } catch (IOException e) {
            LOG.warn("closing {} failed", options.socket(), e);
        }
    }

    private synchronized int exitCode() {
        return exitCode;
    }

    private void stopAndWait() {
        stop(EXIT_SHUTDOWN);
        try {
            if (!stopped.await(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("not stopped after {}", STOP_TIMEOUT);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        texts.close();
        loop.close();
        EngineSession last = lastSession();
        if (last != null) {
            last.close();
        }
        removeSocket();
        LOG.info("engine ends with exit code {}", exitCode());
        stopped.countDown();
    }

    private void removeSocket() {
        Path socket = options.socket();
        try {
            Files.deleteIfExists(socket);
            if (options.privateFolder()) {
                Files.deleteIfExists(socket.toAbsolutePath().getParent());
            }
        } catch (IOException e) {
            LOG.warn("cannot remove {}", socket, e);
        }
    }

    private synchronized @Nullable EngineSession lastSession() {
        return session;
    }
}
