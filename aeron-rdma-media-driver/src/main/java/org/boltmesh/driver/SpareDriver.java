package org.boltmesh.driver;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A child process that becomes a media driver as soon as it is told to, since most of a start is
 * the JVM's. It holds neither Aeron's memory nor a device, and is either begun or closed: whichever
 * comes first. Thread-safe.
 */
public final class SpareDriver implements AutoCloseable {
    /** Far more than it takes, and soon enough to start another one instead. */
    private static final Duration BEGIN_TIMEOUT = Duration.ofSeconds(3);

    /** It says once a second that it stands by. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(4);

    private final MediaDriverProcess process;
    private final AtomicBoolean taken = new AtomicBoolean();

    private SpareDriver(MediaDriverProcess process) {
        this.process = process;
    }

    /**
     * Starts one and waits until it stands by.
     *
     * @param launch its directory is not used
     * @throws MediaDriverException when it cannot be started, dies while starting or takes too long
     */
    public static SpareDriver start(MediaDriverLaunch launch) {
        return new SpareDriver(MediaDriverProcess.standBy(launch));
    }

    /**
     * Makes it a media driver; clients can connect when this returns. It is the caller's then.
     *
     * @throws MediaDriverException where it is closed, dead or silent; its process has ended then
     */
    public MediaDriverProcess begin(Path aeronDirectory) {
        if (!taken.compareAndSet(false, true)) {
            throw new MediaDriverException(
                    "spare media driver %d was begun or ended before".formatted(pid()));
        }
        process.begin(aeronDirectory, isSilent() ? Duration.ZERO : BEGIN_TIMEOUT);
        return process;
    }

    /** Whether so little comes from it that it must hang. */
    public boolean isSilent() {
        return process.silence().compareTo(SILENCE_MAX) > 0;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Completes when it ends without being asked to, be it begun or not; never after closing. */
    public CompletableFuture<MediaDriverException> loss() {
        return process.loss();
    }

    /** Ends a process that was not begun; does nothing to one that was. */
    @Override
    public void close() {
        if (taken.compareAndSet(false, true)) {
            process.close();
        }
    }
}
