package org.boltmesh.bootstrap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.boltmesh.actors.node.BoltmeshNode;
import org.boltmesh.actors.node.DataFolder;
import org.boltmesh.actors.node.NodeEnd;
import org.boltmesh.actors.node.NodePrograms;
import org.boltmesh.actors.node.NodeRun;
import org.boltmesh.actors.serialization.Refusal;
import org.boltmesh.actors.settings.NodeSettings;
import org.boltmesh.actors.settings.SettingsLoader;
import org.boltmesh.bootstrap.gateway.Gateway;
import org.boltmesh.bootstrap.gateway.HostNames;
import org.boltmesh.bootstrap.metrics.NodeCounts;
import org.boltmesh.bootstrap.metrics.NodeMetrics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** Options of a node that runs, and the run itself. */
final class RunArguments {
    private static final Logger LOG = LoggerFactory.getLogger(RunArguments.class);

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The node's HOCON file; default: alone, on loopback, port 25520.")
    private @Nullable Path config;

    @Option(
            names = "--stop-on-input-end",
            hidden = true,
            description = "Stop in order when standard input ends.")
    private boolean stopOnInputEnd;

    @Option(
            names = "--remove-data-folder",
            hidden = true,
            description = "Remove the data folder at the end, and its parent if that is empty.")
    private boolean removeDataFolder;

    @Option(
            names = "--remove-fabric",
            hidden = true,
            description = "Remove the folder of the simulated fabric at the end.")
    private boolean removeFabric;

    /** Runs the node until it ends. */
    int run() throws InterruptedException {
        UnsafeWarning.silence();
        NodeLog.begin();
        NodeSettings settings =
                config == null ? SettingsLoader.defaults() : SettingsLoader.load(config);
        // So that a second start on the same folder says so, and not into the first one's log.
        DataFolder.open(settings.dataFolder()).close();
        NodeLog.open(settings.dataFolder(), Optional.ofNullable(config));
        var programs =
                new NodePrograms(OwnProgram.engineCommand(), OwnProgram.mediaDriverCommand());
        var around =
                new NodeRun.Around(
                        this::watchWhereWanted,
                        node -> serve(node, settings),
                        () -> removeWhereWanted(settings));
        NodeEnd end = NodeRun.run(settings, programs, around);
        if (!end.good()) {
            throw new CommandException(end.sentence());
        }
        return 0;
    }

    /** It ends with the node's actors. */
    private static void serve(BoltmeshNode node, NodeSettings settings) {
        if (settings.http().enabled()) {
            var names = HostNames.of(settings.http(), settings.network().advertised());
            var metrics = new NodeMetrics(settings.name(), counts(node));
            Gateway.start(node.system(), node.access(), settings.http(), names, metrics);
        }
    }

    private static NodeCounts counts(BoltmeshNode node) {
        return new NodeCounts(
                () ->
                        Stream.of(Refusal.values())
                                .collect(
                                        Collectors.toMap(
                                                reason -> reason.name().toLowerCase(Locale.ROOT),
                                                node.refusals()::count)),
                node.tlsRefusals()::count,
                node.childStarts()::engines,
                node.childStarts()::drivers);
    }

    private void watchWhereWanted() {
        if (stopOnInputEnd) {
            InputEnd.watch();
        }
    }

    private void removeWhereWanted(NodeSettings settings) {
        if (removeFabric) {
            settings.rdma().fabric().map(DemoFabric::new).ifPresent(DemoFabric::close);
        }
        if (removeDataFolder) {
            removeDataFolder(settings.dataFolder());
        }
    }

    private static void removeDataFolder(Path dataFolder) {
        NodeLog.close();
        try {
            FolderRemoval.remove(dataFolder);
        } catch (IOException e) {
            NodeLog.begin();
            LOG.warn("cannot remove data folder {}: {}", dataFolder, e.toString());
        }
    }
}
