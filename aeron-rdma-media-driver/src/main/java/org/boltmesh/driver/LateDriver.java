package org.boltmesh.driver;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The driver of a process, which may be launched later than the process. Thread-safe; only {@link
 * #begin} and {@link #close} may take long.
 */
final class LateDriver {
    private final MediaDriverOptions options;
    private final Runnable onTermination;
    private volatile Optional<RdmaMediaDriver> driver = Optional.empty();
    private boolean closed;

    /** None yet; {@code onTermination} is called when it ends by itself. */
    LateDriver(MediaDriverOptions options, Runnable onTermination) {
        this.options = options;
        this.onTermination = onTermination;
    }

    /**
     * Launches it.
     *
     * @throws MediaDriverException when it cannot run, or not any more
     */
    synchronized RdmaMediaDriver begin(Path aeronDirectory) {
        if (closed || driver.isPresent()) {
            throw new MediaDriverException(
                    "a driver is wanted in %s, but %s"
                            .formatted(
                                    aeronDirectory,
                                    closed ? "this process ends" : "this process has one"));
        }
        RdmaMediaDriver launched =
                RdmaMediaDriver.launch(options.withAeronDirectory(aeronDirectory), onTermination);
        driver = Optional.of(launched);
        return launched;
    }

    /** The driver, once there is one. */
    Optional<RdmaMediaDriver> running() {
        return driver;
    }

    synchronized void close() {
        closed = true;
        driver.ifPresent(RdmaMediaDriver::close);
    }
}
