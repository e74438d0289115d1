package org.boltmesh.shards.engine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The child process of an engine, with its socket folder and log. */
final class EngineChild {
    private static final Logger LOG = LoggerFactory.getLogger(EngineChild.class);
    private static final Duration DEATH_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration TERMINATE_TIMEOUT = Duration.ofSeconds(8);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);
    private static final int LOG_LINES = 3;

    private final Process process;
    private final SocketFolder folder;
    private final Path log;

    private EngineChild(Process process, SocketFolder folder, Path log) {
        this.process = process;
        this.folder = folder;
        this.log = log;
    }

    static EngineChild spawn(EngineLaunch launch) throws IOException {
        SocketFolder folder = SocketFolder.create();
        try {
            Process process = start(launch, folder.socket());
            return new EngineChild(process, folder, launch.log());
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private static Process start(EngineLaunch launch, Path socket) throws IOException {
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

    long pid() {
        return process.pid();
    }

    Path socket() {
        return folder.socket();
    }

    Path folder() {
        return folder.path();
    }

    /** Waits for the end of the process; false when it still runs after {@code timeout}. */
    boolean awaitExit(Duration timeout) {
        try {
            return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    /** The error for an engine that hung up while it did {@code activity}. */
    EngineException loss(String activity) {
        String end =
                awaitExit(DEATH_TIMEOUT)
                        ? ExitStatus.describe(process.exitValue())
                        : "hung up, but still runs,";
        return new EngineException(
                FailureCode.LOST,
                "engine process %d %s while %s; %s says: %s"
                        .formatted(pid(), end, activity, log, LogTail.lastLines(log, LOG_LINES)));
    }

    /** Ends the process at once. */
    void kill() {
        LOG.warn("engine process {} hangs; SIGKILL", pid());
        process.destroyForcibly();
    }

    /** Ends the process, by force where it does not end by itself, and removes its socket. */
    void end(Duration politeTimeout) {
        if (!awaitExit(politeTimeout)) {
            LOG.warn("engine process {} does not end; SIGTERM", pid());
            process.destroy();
            if (!awaitExit(TERMINATE_TIMEOUT)) {
                LOG.warn("engine process {} does not end; SIGKILL", pid());
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
