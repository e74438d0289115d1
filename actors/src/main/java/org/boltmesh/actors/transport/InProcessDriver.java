package org.boltmesh.actors.transport;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.boltmesh.driver.DriverEvent;
import org.boltmesh.driver.MediaDriverException;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.RdmaMediaDriver;
import org.boltmesh.driver.mesh.MeshView;

/**
 * Media drivers in this JVM, for tests and small demos.
 *
 * @param options what the drivers are set to; each has a directory of its own beside that of these
 */
public record InProcessDriver(MediaDriverOptions options) implements DriverStarter {
    @Override
    public Path aeronDirectory() {
        return options.aeronDirectory();
    }

    /** There is no process to start, and so nothing to prepare. */
    @Override
    public boolean hasSpares() {
        return false;
    }

    @Override
    public SpareHandle prepare() {
        throw new IllegalStateException("a driver in this JVM has no spare");
    }

    @Override
    public DriverHandle start(Optional<SpareHandle> spare) {
        var ended = new CompletableFuture<MediaDriverException>();
        var closed = new AtomicBoolean();
        Runnable onTermination =
                () -> {
                    if (!closed.get()) {
                        ended.complete(
                                new MediaDriverException(
                                        "the media driver in %s ended by itself; the log says more"
                                                .formatted(aeronDirectory())));
                    }
                };
        return new Driver(
                RdmaMediaDriver.launch(DriverDirectories.next(options), onTermination),
                ended,
                closed);
    }

    private record Driver(
            RdmaMediaDriver driver,
            CompletableFuture<MediaDriverException> ended,
            AtomicBoolean closed)
            implements DriverHandle {
        @Override
        public long pid() {
            return ProcessHandle.current().pid();
        }

        @Override
        public Path aeronDirectory() {
            return driver.aeronDirectory();
        }

        @Override
        public Optional<DriverEvent.Heartbeat> heartbeat() {
            return driver.heartbeat();
        }

        @Override
        public void join(MeshView view) {
            driver.join(view);
        }

        /** Its heartbeat is always of now. */
        @Override
        public void ping() {}

        @Override
        public Duration silence() {
            return Duration.ZERO;
        }

        @Override
        public CompletableFuture<MediaDriverException> loss() {
            return ended.copy();
        }

        @Override
        public void close() {
            closed.set(true);
            driver.close();
        }
    }
}
