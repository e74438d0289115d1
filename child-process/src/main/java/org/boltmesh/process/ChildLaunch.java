package org.boltmesh.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a child process is started.
 *
 * @param name what it is, as in "engine process 7 was killed"
 * @param command what runs it, with its own options; those of the socket follow
 * @param log file for its log and for what native code prints
 * @param unclaimedExit how long it lives when the process that started it is gone
 * @param startTimeout how long it may take to listen
 */
public record ChildLaunch(
        String name,
        List<String> command,
        Path log,
        Duration unclaimedExit,
        Duration startTimeout) {
    public ChildLaunch {
        command = List.copyOf(command);
    }

    /** The Java that runs us, with these flags and then {@code arguments}. */
    public static List<String> java(List<String> jvmFlags, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags);
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * The whole command line. The shell lets the child ignore SIGINT, so that Ctrl-C in a terminal
     * reaches whoever started it, who then stops it in order.
     */
    List<String> commandLine(Path socket) {
        List<String> line = new ArrayList<>();
        line.addAll(List.of("/bin/sh", "-c", "trap '' INT; exec \"$0\" \"$@\""));
        line.addAll(command);
        line.addAll(List.of("--socket", socket.toString(), "--private-folder"));
        line.addAll(List.of("--log", log.toString()));
        line.addAll(List.of("--unclaimed-exit", Long.toString(unclaimedExit.toSeconds())));
        return line;
    }
}
