package org.boltmesh.actors.transport;

import java.nio.file.Path;
import java.time.Duration;
import org.boltmesh.driver.MediaDriverLaunch;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.MediaDriverProcess;

/** A media driver in a child JVM, which can be killed and started again in the same directory. */
final class TestDriver implements AutoCloseable {
    private final MediaDriverOptions options;
    private MediaDriverProcess process;

    TestDriver(Path home) {
        this(MediaDriverOptions.in(home.resolve("aeron")));
    }

    TestDriver(MediaDriverOptions options) {
        this.options = options;
        process = start();
    }

    private MediaDriverProcess start() {
        return MediaDriverProcess.start(
                new MediaDriverLaunch(
                        MediaDriverLaunch.java(
                                "-cp",
                                System.getProperty("java.class.path"),
                                DriverMain.class.getName()),
                        options,
                        options.aeronDirectory().resolveSibling("driver.log"),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(60)));
    }

    Path directory() {
        return options.aeronDirectory();
    }

    long pid() {
        return process.pid();
    }

    void kill() {
        ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly);
        process.close();
    }

    void restart() {
        process = start();
    }

    @Override
    public void close() {
        process.close();
    }
}
