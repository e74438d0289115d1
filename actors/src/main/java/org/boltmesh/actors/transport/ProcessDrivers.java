package org.boltmesh.actors.transport;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.boltmesh.driver.DriverEvent;
import org.boltmesh.driver.MediaDriverException;
import org.boltmesh.driver.MediaDriverLaunch;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.MediaDriverProcess;
import org.boltmesh.driver.SpareDriver;
import org.boltmesh.driver.mesh.MeshView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Media drivers in child processes.
 *
 * @param command what runs the command {@code media-driver}; its options follow
 * @param options what the drivers are set to; each has a directory of its own beside that of these
 * @param log file for their log, which is appended to
 * @param unclaimedExit how long one lives when this process is gone
 */
public record ProcessDrivers(
        List<String> command, MediaDriverOptions options, Path log, Duration unclaimedExit)
        implements DriverStarter {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessDrivers.class);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    public ProcessDrivers {
        command = List.copyOf(command);
    }

    @Override
    public Path aeronDirectory() {
        return options.aeronDirectory();
    }

    @Override
    public DriverHandle start(Optional<SpareHandle> spare) {
        return spare.flatMap(this::begun).orElseGet(this::start);
    }

    private Optional<DriverHandle> begun(SpareHandle spare) {
        Path directory = directoryOf(spare);
        try {
            return Optional.of(spare.begin(directory));
        } catch (MediaDriverException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e; // nobody wants a driver any more
            }
            LOG.warn("the spare is of no use, another driver is started: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** A spare that cannot have one is as good as any other, but its owner forgets it. */
    private Path directoryOf(SpareHandle spare) {
        try {
            return DriverDirectories.next(options).aeronDirectory();
        } catch (MediaDriverException e) {
            spare.close();
            throw e;
        }
    }

    /** Without a spare. */
    DriverHandle start() {
        return new Driver(MediaDriverProcess.start(launch(DriverDirectories.next(options))));
    }

    private MediaDriverLaunch launch(MediaDriverOptions own) {
        return new MediaDriverLaunch(command, own, log, unclaimedExit, START_TIMEOUT);
    }

    @Override
    public boolean hasSpares() {
        return true;
    }

    @Override
    public SpareHandle prepare() {
        return new Spare(SpareDriver.start(launch(options)));
    }

    private record Spare(SpareDriver process) implements SpareHandle {
        @Override
        public DriverHandle begin(Path aeronDirectory) {
            return new Driver(process.begin(aeronDirectory));
        }

        @Override
        public CompletableFuture<MediaDriverException> loss() {
            return process.loss();
        }

        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public void close() {
            process.close();
        }
    }

    private record Driver(MediaDriverProcess process) implements DriverHandle {
        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public Path aeronDirectory() {
            return process.aeronDirectory();
        }

        @Override
        public Optional<DriverEvent.Heartbeat> heartbeat() {
            return process.heartbeat();
        }

        @Override
        public void join(MeshView view) {
            process.join(view);
        }

        @Override
        public void ping() {
            process.ping();
        }

        @Override
        public Duration silence() {
            return process.silence();
        }

        @Override
        public CompletableFuture<MediaDriverException> loss() {
            return process.loss();
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
