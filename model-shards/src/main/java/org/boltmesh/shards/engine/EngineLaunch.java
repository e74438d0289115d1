package org.boltmesh.shards.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.boltmesh.process.ChildLaunch;

/**
 * How an engine process is started.
 *
 * @param command what runs the command {@code engine}; the options follow it
 * @param home folder for what the engine keeps
 * @param log file for its log and for what native code prints
 * @param unclaimedExit how long it lives when the process that started it is gone
 * @param startTimeout how long it may take to listen
 * @param aeronDirectory of the media driver that connects it to other engines; empty for one that
 *     works alone
 */
public record EngineLaunch(
        List<String> command,
        Path home,
        Path log,
        Duration unclaimedExit,
        Duration startTimeout,
        Optional<Path> aeronDirectory) {
    private static final List<String> JVM_FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-Xmx512m",
                    // Loading takes much for a moment: what it leaves goes back to the system.
                    "-Xms24m",
                    "-Xmn16m",
                    "-XX:MinHeapFreeRatio=10",
                    "-XX:MaxHeapFreeRatio=30",
                    "-XX:-ShrinkHeapInSteps",
                    "-XX:TrimNativeHeapInterval=10000",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-XX:-CreateCoredumpOnCrash",
                    // The template engine's; without it the JVM warns on standard error.
                    "--sun-misc-unsafe-memory-access=allow",
                    "--enable-native-access=ALL-UNNAMED",
                    "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    public EngineLaunch {
        command = List.copyOf(command);
    }

    /** An engine that works alone. */
    public EngineLaunch(
            List<String> command,
            Path home,
            Path log,
            Duration unclaimedExit,
            Duration startTimeout) {
        this(command, home, log, unclaimedExit, startTimeout, Optional.empty());
    }

    /** The same with channels over the media driver in this directory. */
    public EngineLaunch withAeronDirectory(Path directory) {
        return new EngineLaunch(
                command, home, log, unclaimedExit, startTimeout, Optional.of(directory));
    }

    /** The Java that runs us, with an engine's flags and then {@code arguments}. */
    public static List<String> java(String... arguments) {
        return ChildLaunch.java(JVM_FLAGS, arguments);
    }

    ChildLaunch child() {
        List<String> line = new ArrayList<>(command);
        line.addAll(List.of("--home", home.toString()));
        aeronDirectory.ifPresent(
                directory -> line.addAll(List.of("--aeron-dir", directory.toString())));
        return new ChildLaunch("engine", line, log, unclaimedExit, startTimeout);
    }
}
