package org.boltmesh.process;

import java.io.File;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A child process of ours that is claimed through a socket, with its socket folder and log. */
public final class ChildProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);
    private static final Duration POLL = Duration.ofMillis(10);
    private static final Duration DEATH_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration TERMINATE_TIMEOUT = Duration.ofSeconds(8);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);
    private static final int LOG_LINES = 3;

    private final ChildLaunch launch;
    private final Process process;
    private final SocketFolder folder;
    private final long deadlineNs;

    private ChildProcess(ChildLaunch launch, Process process, SocketFolder folder) {
        this.launch = launch;
        this.process = process;
        this.folder = folder;
        deadlineNs = System.nanoTime() + launch.startTimeout().toNanos();
    }

    /**
     * Starts the process; {@link #connect} then waits until it listens.
     *
     * @throws ChildException when its log or its socket's folder cannot be made
     */
    public static ChildProcess spawn(ChildLaunch launch) {
        try {
            return start(launch);
        } catch (IOException e) {
            throw new ChildException(
                    "cannot start the %s process: %s".formatted(launch.name(), e.getMessage()));
        }
    }

    private static ChildProcess start(ChildLaunch launch) throws IOException {
        SocketFolder folder = SocketFolder.create();
        try {
            return new ChildProcess(launch, start(launch, folder.socket()), folder);
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private static Process start(ChildLaunch launch, Path socket) throws IOException {
        Path logFolder = launch.log().toAbsolutePath().getParent();
        if (logFolder != null) {
            Files.createDirectories(logFolder);
        }
        File log = launch.log().toFile();
        return new ProcessBuilder(launch.commandLine(socket))
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    /**
     * Connects as soon as it listens.
     *
     * @throws ChildException when it dies first, or takes too long
     */
    public SocketChannel connect() {
        while (!awaitExit(POLL)) {
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted();
            }
            try {
                return ProcessSocket.connect(socket());
            } catch (IOException _) {
                // Not listening yet: asked again until the deadline.
                if (System.nanoTime() - deadlineNs > 0) {
                    throw tooSlow();
                }
            }
        }
        throw new ChildException(loss("starting"));
    }

    /**
     * Waits for its first word, until its time for starting is over.
     *
     * @throws ChildException when it does not come
     * @throws ExecutionException when the child refused
     */
    public <T> T awaitHello(CompletableFuture<T> hello) throws ExecutionException {
        try {
            return hello.get(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw tooSlow();
        } catch (InterruptedException _) {
            throw interrupted();
        }
    }

    private ChildException tooSlow() {
        return new ChildException(
                "%s process %d does not listen after %d s, see %s"
                        .formatted(
                                launch.name(),
                                pid(),
                                launch.startTimeout().toSeconds(),
                                launch.log()));
    }

    private ChildException interrupted() {
        Thread.currentThread().interrupt();
        return new ChildException("interrupted while %s starts".formatted(launch.name()));
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Where it listens. */
    public Path socket() {
        return folder.socket();
    }

    /** The folder of its socket. */
    public Path folder() {
        return folder.path();
    }

    /** Waits for the end of the process; false when it still runs after {@code timeout}. */
    private boolean awaitExit(Duration timeout) {
        try {
            return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    /** The sentence for a process that hung up while it did {@code activity}; may take seconds. */
    public String loss(String activity) {
        String end =
                awaitExit(DEATH_TIMEOUT)
                        ? ExitStatus.describe(process.exitValue())
                        : "hung up, but still runs,";
        return "%s process %d %s while %s; %s says: %s"
                .formatted(
                        launch.name(),
                        pid(),
                        end,
                        activity,
                        launch.log(),
                        LogTail.lastLines(launch.log(), LOG_LINES));
    }

    /** Ends the process at once. */
    public void kill() {
        LOG.warn("{} process {} hangs; SIGKILL", launch.name(), pid());
        process.destroyForcibly();
    }

    /** Ends the process, by force where it does not end by itself, and removes its socket. */
    public void end(Duration politeTimeout) {
        if (!awaitExit(politeTimeout)) {
            LOG.warn("{} process {} does not end; SIGTERM", launch.name(), pid());
            process.destroy();
            if (!awaitExit(TERMINATE_TIMEOUT)) {
                LOG.warn("{} process {} does not end; SIGKILL", launch.name(), pid());
                process.destroyForcibly();
                awaitExit(KILL_TIMEOUT);
            }
        }
        try {
            folder.close();
        } catch (IOException e) {
            LOG.warn("cannot remove the folder of {}", folder.socket(), e);
        }
    }
}
