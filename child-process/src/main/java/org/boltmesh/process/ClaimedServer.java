package org.boltmesh.process;

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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A claimed process: listens for one control process at a time, and ends when it is asked to, or
 * when nobody has claimed it for a while.
 */
public final class ClaimedServer {
    /** Exit code after a polite shutdown. */
    public static final int EXIT_SHUTDOWN = 0;

    /** Exit code when the socket cannot be served. */
    public static final int EXIT_SOCKET = 1;

    /** Exit code when nobody claimed the process for too long. */
    public static final int EXIT_UNCLAIMED = 4;

    /** Exit code after an unexpected failure, which the log describes. */
    public static final int EXIT_CRASH = 70;

    private static final Logger LOG = LoggerFactory.getLogger(ClaimedServer.class);
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(1);
    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(9);

    private final ServerOptions options;
    private final ServerSocketChannel listener;
    private final LongSupplier clock;
    private final UnclaimedTimer timer;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private ClaimedService.@Nullable Session session;
    private int exitCode = EXIT_SHUTDOWN;

    private ClaimedServer(ServerOptions options, ServerSocketChannel listener, LongSupplier clock) {
        this.options = options;
        this.listener = listener;
        this.clock = clock;
        timer = new UnclaimedTimer(options.unclaimedExit().toNanos(), clock.getAsLong());
    }

    /**
     * A process that listens.
     *
     * @throws IOException when it cannot listen there; the message is a sentence for people
     */
    public static ClaimedServer listen(ServerOptions options) throws IOException {
        return new ClaimedServer(options, ProcessSocket.listen(options.socket()), System::nanoTime);
    }

    /** Serves until the end and returns the exit code. SIGTERM ends it politely, too. */
    public int serve(ClaimedService service) {
        Thread hook = new Thread(this::stopAndWait, "stop");
        Runtime.getRuntime().addShutdownHook(hook);
        service.start();
        Thread watch = new Thread(() -> watch(service), "watch");
        watch.setDaemon(true);
        watch.start();
        LOG.info(
                "{} {} listens at {}",
                service.name(),
                ProcessHandle.current().pid(),
                options.socket());
        accept(service);
        end(service);
        return exitCode();
    }

    /** Ends {@link #serve} after a failure that the log describes. Any thread. */
    public void crash() {
        stop(EXIT_CRASH);
    }

    private void accept(ClaimedService service) {
        try {
            while (true) {
                admit(service, listener.accept());
            }
        } catch (ClosedChannelException _) {
            LOG.debug("no longer listening");
        } catch (IOException e) {
            LOG.error("cannot accept connections at {}", options.socket(), e);
            stop(EXIT_SOCKET);
        }
    }

    private synchronized void admit(ClaimedService service, SocketChannel channel) {
        var connection = new FrameConnection(channel, "events");
        var candidate = service.open(connection, () -> stop(EXIT_SHUTDOWN));
        if (session != null) {
            candidate.refuse(
                    "%s %d is claimed by another process, want one at a time"
                            .formatted(service.name(), ProcessHandle.current().pid()));
            candidate.close();
            return;
        }
        session = candidate;
        timer.claim();
        Thread thread = new Thread(() -> run(candidate), "requests");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(ClaimedService.Session running) {
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
    private void watch(ClaimedService service) {
        long heartbeatNs = clock.getAsLong();
        try {
            while (!stopping.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                long nowNs = clock.getAsLong();
                if (nowNs - heartbeatNs >= HEARTBEAT_INTERVAL.toNanos()) {
                    heartbeatNs = nowNs;
                    beat();
                }
                exitWhenUnclaimed(service, nowNs);
            }
        } catch (InterruptedException _) {
            stop(EXIT_CRASH);
        }
    }

    private synchronized void beat() {
        if (session != null) {
            session.beat();
        }
    }

    private synchronized void exitWhenUnclaimed(ClaimedService service, long nowNs) {
        if (timer.isExpired(nowNs)) {
            LOG.info("nobody claimed this {}; it exits", service.name());
            stop(EXIT_UNCLAIMED);
        }
    }

    /** Ends {@link #serve}; the first reason counts. */
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

    private void end(ClaimedService service) {
        service.close();
        ClaimedService.Session last = lastSession();
        if (last != null) {
            last.close();
        }
        removeSocket();
        LOG.info("{} ends with exit code {}", service.name(), exitCode());
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

    private synchronized ClaimedService.@Nullable Session lastSession() {
        return session;
    }
}
