package org.boltmesh.driver;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.boltmesh.process.ChildLaunch;

/**
 * How a media driver's process is started.
 *
 * @param command what runs the command {@code media-driver}; the options follow it
 * @param options what the driver is set to
 * @param log file for its log
 * @param unclaimedExit how long it lives when the process that started it is gone
 * @param startTimeout how long it may take to listen
 */
public record MediaDriverLaunch(
        List<String> command,
        MediaDriverOptions options,
        Path log,
        Duration unclaimedExit,
        Duration startTimeout) {
    /** How long a driver lives unclaimed, where nothing else is said. */
    public static final Duration UNCLAIMED_EXIT_DEFAULT = Duration.ofSeconds(60);

    private static final List<String> JVM_FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-Xmx128m",
                    // Otherwise it begins with the most: 23 MB more of a spare that only waits.
                    "-Xms16m",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-XX:-CreateCoredumpOnCrash",
                    // Agrona's; without it the JVM warns on standard error.
                    "--sun-misc-unsafe-memory-access=allow",
                    "--enable-native-access=ALL-UNNAMED",
                    "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    public MediaDriverLaunch {
        command = List.copyOf(command);
    }

    /** The Java that runs us, with a driver's flags and then {@code arguments}. */
    public static List<String> java(String... arguments) {
        return ChildLaunch.java(JVM_FLAGS, arguments);
    }

    /** Of a driver that runs when it listens. */
    ChildLaunch child() {
        return child(List.of());
    }

    /** Of a process that stands by: it takes its directory from control. */
    ChildLaunch spare() {
        return child(List.of("--stand-by"));
    }

    private ChildLaunch child(List<String> flags) {
        List<String> line = new ArrayList<>(command);
        line.addAll(flags);
        line.addAll(List.of("--aeron-dir", options.aeronDirectory().toString()));
        line.addAll(List.of("--mtu", Integer.toString(options.mtuLengthBytes())));
        line.addAll(List.of("--term-length", Integer.toString(options.termLengthBytes())));
        if (options.rdma().provider() != RdmaProvider.OFF) {
            addRdma(line, options.rdma());
        }
        return new ChildLaunch("media driver", line, log, unclaimedExit, startTimeout);
    }

    /** Never the secret: the arguments of a process are anybody's to read. */
    private static void addRdma(List<String> line, RdmaOptions rdma) {
        line.addAll(List.of("--rdma", rdma.provider().name().toLowerCase(Locale.ROOT)));
        line.addAll(List.of("--rdma-bind", rdma.bind().getHostAddress()));
        line.addAll(List.of("--rdma-suspect-after", Integer.toString(rdma.suspectAfterMs())));
        rdma.fabric().ifPresent(folder -> line.addAll(List.of("--rdma-fabric", folder.toString())));
        if (!rdma.host().isEmpty()) {
            line.addAll(List.of("--rdma-host", rdma.host()));
        }
    }
}
