package org.boltmesh.shards.engine;

import java.nio.file.Path;
import java.time.Duration;

/** Starts engine processes on the tests' class path. */
final class Launches {
    private Launches() {}

    static EngineLaunch fake(Path home, int unclaimedExitSeconds) {
        return of(home, unclaimedExitSeconds, FakeEngineMain.class.getName());
    }

    static EngineLaunch of(Path home, int unclaimedExitSeconds, String mainClass) {
        return new EngineLaunch(
                EngineLaunch.java("-cp", System.getProperty("java.class.path"), mainClass),
                home,
                home.resolve("logs/engine.log"),
                Duration.ofSeconds(unclaimedExitSeconds),
                Duration.ofSeconds(30));
    }
}
