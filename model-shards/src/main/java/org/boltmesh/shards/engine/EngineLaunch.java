package org.boltmesh.shards.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How an engine process is started.
 *
 * @param command what runs the command {@code engine}; the options follow it
 * @param home folder for what the engine keeps
 * @param log file for its log and for what native code prints
 * @param unclaimedExit how long it lives when the process that started it is gone
 * @param startTimeout how long it may take to listen
 */
public record EngineLaunch(
        List<String> command, Path home, Path log, Duration unclaimedExit, Duration startTimeout) {
    private static final List<String> JVM_FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-Xmx512m",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-XX:-CreateCoredumpOnCrash",
                    // The template engine's; without it the JVM warns on standard error.
                    "--sun-misc-unsafe-memory-access=allow",
                    "--enable-native-access=ALL-UNNAMED",
                    "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    public EngineLaunch {
        command = List.copyOf(command);
    }

    /** The Java that runs us, with an engine's flags and then {@code arguments}. */
    public static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_FLAGS);
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * The whole command line. The shell lets the child ignore SIGINT, so that Ctrl-C in a terminal
     * reaches whoever started the engine, which then stops it in order.
     */
    List<String> commandLine(Path socket) {
        List<String> line = new ArrayList<>();
        line.addAll(List.of("/bin/sh", "-c", "trap '' INT; exec \"$0\" \"$@\""));
        line.addAll(command);
        line.addAll(List.of("--socket", socket.toString(), "--private-folder"));
        line.addAll(List.of("--home", home.toString(), "--log", log.toString()));
        line.addAll(List.of("--unclaimed-exit", Long.toString(unclaimedExit.toSeconds())));
        return line;
    }
}
