package org.boltmesh.actors.transport;

import java.time.Duration;
import java.util.Optional;
import org.boltmesh.driver.DriverEvent;

/** Decides whether a media driver that is still there has to be given up. */
final class DriverHealth {
    /**
     * Below the 10 s after which Aeron's clients give up the driver, and far above what a busy
     * machine keeps a process waiting.
     */
    static final Duration SILENCE_MAX = Duration.ofSeconds(8);

    private DriverHealth() {}

    /** Why it is given up; empty while it is well. */
    static Optional<String> problem(DriverHandle driver) {
        long processMs = driver.silence().toMillis();
        if (processMs > SILENCE_MAX.toMillis()) {
            return Optional.of(
                    "media driver %d has sent nothing for %.1f s, want a heartbeat each second: it hangs or is stopped"
                            .formatted(driver.pid(), processMs / 1e3));
        }
        long threadMs = driver.heartbeat().map(DriverEvent.Heartbeat::silentMs).orElse(0L);
        if (threadMs > SILENCE_MAX.toMillis()) {
            return Optional.of(
                    "the thread of media driver %d has not moved for %.1f s: it hangs"
                            .formatted(driver.pid(), threadMs / 1e3));
        }
        return Optional.empty();
    }
}
