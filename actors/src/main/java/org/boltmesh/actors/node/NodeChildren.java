package org.boltmesh.actors.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.boltmesh.actors.coordinator.FileHashes;
import org.boltmesh.actors.settings.Isolation;
import org.boltmesh.actors.settings.NodeSettings;
import org.boltmesh.actors.shard.EngineStarter;
import org.boltmesh.actors.shard.InProcessEngines;
import org.boltmesh.actors.shard.ProcessEngines;
import org.boltmesh.actors.transport.AeronChannels;
import org.boltmesh.actors.transport.DriverStarter;
import org.boltmesh.actors.transport.InProcessDriver;
import org.boltmesh.actors.transport.NodeWork;
import org.boltmesh.actors.transport.ProcessDrivers;
import org.boltmesh.driver.AeronDirectory;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.shards.engine.GgufModelLoader;
import org.boltmesh.shards.library.GgmlEnvironment;

/**
 * What a node's actors work with.
 *
 * @param engines starts them
 * @param drivers starts them
 * @param starts how often it has started them
 * @param hashes of model files
 * @param work what the engines do
 * @param connection of engines in this JVM; does nothing where they are elsewhere
 */
record NodeChildren(
        EngineStarter engines,
        DriverStarter drivers,
        ChildStarts starts,
        FileHashes hashes,
        Supplier<NodeWork> work,
        Runnable connection)
        implements AutoCloseable {
    /** Children that nobody claims end by themselves. */
    private static final Duration UNCLAIMED_EXIT = Duration.ofSeconds(60);

    /** Children of a node, as its settings want them. */
    static NodeChildren of(
            NodeSettings settings, NodePrograms programs, RdmaOptions rdma, DataFolder folder) {
        MediaDriverOptions options =
                MediaDriverOptions.in(AeronDirectory.defaultFor(folder.nodeId().toString()))
                        .withRdma(rdma);
        return settings.isolation() == Isolation.PROCESS
                ? processes(settings, programs, folder.path().resolve("logs"), options)
                : inProcess(settings, options);
    }

    private static NodeChildren counted(
            EngineStarter engines, DriverStarter drivers, FileHashes hashes, Runnable connection) {
        var starts = new ChildStarts();
        var watch = new EngineWatch(engines);
        return new NodeChildren(
                starts.counting(watch),
                starts.counting(drivers),
                starts,
                hashes,
                watch::work,
                connection);
    }

    private static NodeChildren processes(
            NodeSettings settings, NodePrograms programs, Path logs, MediaDriverOptions options) {
        NodeFiles.createFolder(logs);
        return counted(
                new ProcessEngines(
                        engineCommand(programs, options),
                        settings.home(),
                        logs,
                        options.aeronDirectory(),
                        UNCLAIMED_EXIT),
                new ProcessDrivers(
                        programs.mediaDriverCommand(),
                        options,
                        logs.resolve("media-driver.log"),
                        UNCLAIMED_EXIT),
                hashes(settings),
                () -> {});
    }

    private static List<String> engineCommand(NodePrograms programs, MediaDriverOptions options) {
        List<String> command = new ArrayList<>(programs.engineCommand());
        if (hasLanes(options)) {
            command.add("--lanes");
        }
        return command;
    }

    private static boolean hasLanes(MediaDriverOptions options) {
        return !options.rdma().equals(RdmaOptions.OFF);
    }

    private static NodeChildren inProcess(NodeSettings settings, MediaDriverOptions options) {
        var channels = new AeronChannels(options.aeronDirectory(), hasLanes(options));
        GgmlEnvironment environment = GgmlEnvironment.current().withHome(settings.home());
        return counted(
                new InProcessEngines(() -> new GgufModelLoader(environment), channels),
                new InProcessDriver(options),
                hashes(settings),
                channels::close);
    }

    private static FileHashes hashes(NodeSettings settings) {
        return new FileHashes(settings.home().resolve("hashes"));
    }

    /** When its actors have ended. */
    @Override
    public void close() {
        hashes.close();
        connection.run();
    }
}
