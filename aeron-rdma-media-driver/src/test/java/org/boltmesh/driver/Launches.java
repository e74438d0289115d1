package org.boltmesh.driver;

import java.nio.file.Path;
import java.time.Duration;

/** Starts media driver processes on the tests' class path. */
final class Launches {
    private Launches() {}

    static MediaDriverLaunch in(Path home, int unclaimedExitSeconds) {
        return of(home, unclaimedExitSeconds, DriverMain.class.getName());
    }

    static MediaDriverLaunch of(Path home, int unclaimedExitSeconds, String mainClass) {
        return new MediaDriverLaunch(
                MediaDriverLaunch.java("-cp", System.getProperty("java.class.path"), mainClass),
                MediaDriverOptions.in(home.resolve("aeron")),
                home.resolve("logs/driver.log"),
                Duration.ofSeconds(unclaimedExitSeconds),
                Duration.ofSeconds(60));
    }
}
