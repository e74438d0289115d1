package org.boltmesh.bootstrap;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.boltmesh.actors.transport.AeronChannels;
import org.boltmesh.process.ServerOptions;
import org.boltmesh.shards.engine.EngineServer;
import org.boltmesh.shards.engine.ModelLoader;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code engine}: the process that holds a model; other commands start it. */
@Command(
        name = "engine",
        mixinStandardHelpOptions = true,
        description = {
            "Holds a model for another process of node.jar, which starts it by itself.",
            "For people: its command install."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar node.jar engine install",
            "  java -jar node.jar engine --socket /tmp/private/engine.sock --log engine.log"
        })
final class EngineCommand implements Callable<Integer> {
    private static final int UNCLAIMED_MAX_SECONDS = 86_400;

    private final Function<Path, ModelLoader> loader;

    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "Unix domain socket to listen at, in a folder of mode 0700.")
    private @Nullable Path socket;

    @Option(names = "--private-folder", description = "Remove the socket's folder at the end.")
    private boolean privateFolder;

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "Our own folder; default: BOLTMESH_HOME, else ~/.boltmesh.")
    private @Nullable Path home;

    @Option(
            names = "--aeron-dir",
            paramLabel = "DIR",
            description = "Folder of the media driver that connects it to other engines.")
    private @Nullable Path aeronDirectory;

    @Option(names = "--lanes", description = "That media driver has RDMA: cut messages for it.")
    private boolean hasLanes;

    @Option(names = "--log", paramLabel = "FILE", description = "Log to the end of this file.")
    private @Nullable Path log;

    @Option(
            names = "--unclaimed-exit",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "End when no process is connected for so long (default: 60).")
    private int unclaimedExitSeconds;

    /**
     * @param loader makes what loads models; it gets our own folder
     */
    EngineCommand(Function<Path, ModelLoader> loader) {
        this.loader = loader;
    }

    @Override
    public Integer call() {
        CommandLine command = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        if (socket == null) {
            throw new ParameterException(command, "--socket is missing, want a path");
        }
        OptionRange.check(
                command, "--unclaimed-exit", unclaimedExitSeconds, 1, UNCLAIMED_MAX_SECONDS);
        Optional.ofNullable(log).ifPresent(RunLog::logTo);
        Path ownFolder =
                Optional.ofNullable(home).orElseGet(() -> GgmlEnvironment.current().home());
        var options =
                new ServerOptions(socket, privateFolder, Duration.ofSeconds(unclaimedExitSeconds));
        try {
            return serve(options, loader.apply(ownFolder));
        } catch (IOException e) {
            throw new CommandException(String.valueOf(e.getMessage()));
        }
    }

    private int serve(ServerOptions options, ModelLoader models) throws IOException {
        if (aeronDirectory == null) {
            return EngineServer.listen(options, models).serve();
        }
        try (var channels = new AeronChannels(aeronDirectory, hasLanes)) {
            return EngineServer.listen(options, models, channels).serve();
        }
    }
}
