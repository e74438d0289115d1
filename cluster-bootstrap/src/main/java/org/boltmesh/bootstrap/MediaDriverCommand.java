package org.boltmesh.bootstrap;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.boltmesh.driver.MediaDriverException;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.MediaDriverServer;
import org.boltmesh.process.ServerOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code media-driver}: the process that carries work between nodes; others start it. */
@Command(
        name = "media-driver",
        mixinStandardHelpOptions = true,
        description = {
            "Carries messages between the processes of a node and to other nodes.",
            "Another process of node.jar starts it by itself."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar media-driver --aeron-dir /tmp/private/aeron \\",
            "    --socket /tmp/private/driver.sock --log driver.log"
        })
final class MediaDriverCommand implements Callable<Integer> {
    private static final int UNCLAIMED_MAX_SECONDS = 86_400;

    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = "--aeron-dir",
            paramLabel = "DIR",
            description = "Folder of the memory shared with clients; made and removed by it.")
    private @Nullable Path aeronDirectory;

    @Option(
            names = "--stand-by",
            description = "Run no driver before control says so, and in the folder that it names.")
    private boolean standBy;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "Unix domain socket to listen at, in a folder of mode 0700.")
    private @Nullable Path socket;

    @Option(names = "--private-folder", description = "Remove the socket's folder at the end.")
    private boolean privateFolder;

    @Option(names = "--log", paramLabel = "FILE", description = "Log to the end of this file.")
    private @Nullable Path log;

    @Option(
            names = "--unclaimed-exit",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "End when no process is connected for so long (default: 60).")
    private int unclaimedExitSeconds;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            defaultValue = "" + MediaDriverOptions.MTU_DEFAULT_BYTES,
            description = "Longest datagram: 1024 to 65504, a multiple of 32 (default: 8192).")
    private int mtuLengthBytes;

    @Option(
            names = "--term-length",
            paramLabel = "BYTES",
            defaultValue = "" + MediaDriverOptions.TERM_DEFAULT_BYTES,
            description = "A third of a stream's buffer: a power of two (default: 4194304).")
    private int termLengthBytes;

    @Mixin private RdmaArguments rdma = new RdmaArguments();

    @Override
    public Integer call() {
        ServerOptions server =
                new ServerOptions(
                        given("--socket", socket),
                        privateFolder,
                        Duration.ofSeconds(unclaimedExitSeconds));
        MediaDriverOptions driver = driverOptions(given("--aeron-dir", aeronDirectory));
        OptionRange.check(
                commandLine(), "--unclaimed-exit", unclaimedExitSeconds, 1, UNCLAIMED_MAX_SECONDS);
        Optional.ofNullable(log).ifPresent(RunLog::logTo);
        try {
            return server(server, driver).serve();
        } catch (IOException | MediaDriverException e) {
            throw new CommandException(String.valueOf(e.getMessage()));
        }
    }

    private MediaDriverServer server(ServerOptions server, MediaDriverOptions driver)
            throws IOException {
        return standBy
                ? MediaDriverServer.standBy(server, driver)
                : MediaDriverServer.listen(server, driver);
    }

    private MediaDriverOptions driverOptions(Path directory) {
        try {
            return MediaDriverOptions.in(directory)
                    .withTermLength(termLengthBytes)
                    .withMtu(mtuLengthBytes)
                    .withRdma(rdma.options());
        } catch (MediaDriverException e) {
            throw new ParameterException(commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private Path given(String option, @Nullable Path value) {
        if (value == null) {
            throw new ParameterException(commandLine(), option + " is missing, want a path");
        }
        return value;
    }

    private CommandLine commandLine() {
        return Objects.requireNonNull(spec, "picocli sets it").commandLine();
    }
}
