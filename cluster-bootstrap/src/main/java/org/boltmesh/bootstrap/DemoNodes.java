package org.boltmesh.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.boltmesh.actors.settings.SettingsLoader;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.model.SystemMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of a demo, in a private folder. The thread that starts them is interrupted when one
 * ends by itself, and closes them; nothing of them is left then.
 */
final class DemoNodes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DemoNodes.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(12);
    private static final Duration ORPHANS_TIMEOUT = Duration.ofSeconds(7);
    private static final Duration DEATH_TIMEOUT = Duration.ofSeconds(2);

    private final Thread worker = Thread.currentThread();
    private final Path folder;
    private final Optional<DemoFabric> fabric;
    private final List<DemoNode> nodes = new ArrayList<>();
    private final CompletableFuture<Optional<DemoNode>> dead = new CompletableFuture<>();
    private boolean closing;

    private DemoNodes(Path folder, Optional<DemoFabric> fabric) {
        this.folder = folder;
        this.fabric = fabric;
    }

    /**
     * Starts all.
     *
     * @param home of the user, which all share
     * @param rdma what carries the work between them
     * @throws CommandException when the folder cannot be made or no process started
     */
    static DemoNodes start(int count, Path home, LoadOptions load, DemoRdma rdma) {
        Optional<DemoFabric> fabric =
                rdma == DemoRdma.OFF ? Optional.empty() : Optional.of(DemoFabric.lay(names(count)));
        DemoNodes nodes = new DemoNodes(createFolder(), fabric);
        boolean started = false;
        try {
            nodes.startAll(count, home, load.threads(), load.ggmlFolder());
            started = true;
            return nodes;
        } catch (IOException e) {
            throw new CommandException("cannot start a node: " + e.getMessage());
        } finally {
            if (!started) {
                nodes.close();
            }
        }
    }

    private static List<String> names(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(DemoNodeConfig::name).toList();
    }

    private static Path createFolder() {
        try {
            return Files.createTempDirectory(
                    "boltmesh-demo-",
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new CommandException(
                    "cannot make a folder in %s: %s"
                            .formatted(System.getProperty("java.io.tmpdir"), e.getMessage()));
        }
    }

    private void startAll(int count, Path home, OptionalInt threads, Optional<String> ggml)
            throws IOException {
        List<Integer> ports = FreePorts.find(count, RandomGenerator.getDefault());
        long share =
                DemoNodeConfig.shareBytes(
                        SystemMemory.availableBytes(),
                        SettingsLoader.defaults().memoryReserveBytes(),
                        count);
        for (int number = 1; number <= count; number++) {
            Path own = folder.resolve("node-" + number);
            var config =
                    new DemoNodeConfig(
                            number,
                            home,
                            own,
                            ports,
                            share,
                            threads,
                            fabric.map(DemoFabric::folder));
            DemoNode node = DemoNode.start(config, ggml);
            nodes.add(node);
            var _ = node.end().thenRun(() -> died(node));
        }
    }

    private synchronized void died(DemoNode node) {
        if (!closing && dead.complete(Optional.of(node))) {
            worker.interrupt();
        }
    }

    int count() {
        return nodes.size();
    }

    /** Of the node that is asked. */
    Path firstDataFolder() {
        return nodes.getFirst().dataFolder();
    }

    /** Remembers what the nodes have started, for the case that one is killed. */
    void noteChildren() {
        nodes.forEach(DemoNode::noteChildren);
    }

    /** Waits for so long, while all nodes live. */
    void pause(Duration time) throws InterruptedException {
        try {
            var _ = dead.get(time.toMillis(), TimeUnit.MILLISECONDS);
            throw new InterruptedException("a node ended by itself");
        } catch (TimeoutException _) {
            LOG.debug("all live");
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing fails here", e);
        }
    }

    /** How a node ended by itself, if one has; a fault elsewhere may be seen before its end. */
    Optional<String> death() {
        return dead.copy()
                .completeOnTimeout(
                        Optional.empty(), DEATH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .join()
                .map(DemoNode::death);
    }

    /** Stops all at the same time, whatever interrupts, and removes the folder. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
        }
        noteChildren();
        nodes.forEach(DemoNode::endInput);
        await(nodes.stream().map(DemoNode::end), STOP_TIMEOUT);
        nodes.forEach(DemoNode::kill);
        endOrphans();
        fabric.ifPresent(DemoFabric::close);
        try {
            FolderRemoval.removeAll(folder);
        } catch (IOException e) {
            LOG.warn("cannot remove {}: {}", folder, e.toString());
        }
    }

    private void endOrphans() {
        List<ProcessHandle> orphans =
                nodes.stream().flatMap(node -> node.orphans().stream()).toList();
        orphans.forEach(ProcessHandle::destroy);
        await(orphans.stream().map(ProcessHandle::onExit), ORPHANS_TIMEOUT);
        orphans.forEach(ProcessHandle::destroyForcibly);
    }

    /** Not interruptible, for what has begun to stop must be ended. */
    private static void await(Stream<? extends CompletableFuture<?>> ends, Duration timeout) {
        var _ =
                CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                        .thenApply(_ -> true)
                        .completeOnTimeout(false, timeout.toMillis(), TimeUnit.MILLISECONDS)
                        .join();
    }
}
