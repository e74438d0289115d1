package org.boltmesh.actors.node;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.boltmesh.actors.settings.NodeSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node as the work of a whole process: SIGTERM and Ctrl-C make it leave the cluster. */
public final class NodeRun {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRun.class);
    private static final int EXIT_GOOD = 0;

    /** A busy machine may take long. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private NodeRun() {}

    /**
     * What is done around a node's run.
     *
     * @param before when the JVM may be told to end from here on, and leaves nothing then
     * @param running is given the node when it runs; where it throws, the node stops again
     * @param after when the node has ended or did not start, and before the process ends
     */
    public record Around(Runnable before, Consumer<BoltmeshNode> running, Runnable after) {}

    /**
     * Starts a node and returns when it has ended by itself. When the JVM is told to end, the node
     * leaves first, and the process ends with 0: Java alone would end with the signal's number.
     *
     * @param programs what runs its child processes
     * @throws NodeException when it cannot start
     */
    public static NodeEnd run(NodeSettings settings, NodePrograms programs, Around around)
            throws InterruptedException {
        var started = new CompletableFuture<BoltmeshNode>();
        var hook = new Thread(() -> leave(started, around.after()), "leave");
        Runtime.getRuntime().addShutdownHook(hook);
        around.before().run();
        try {
            BoltmeshNode node = BoltmeshNode.start(settings, programs);
            started.complete(node);
            greet(node, around.running());
            return node.awaitEnd();
        } finally {
            started.completeExceptionally(new IllegalStateException("it did not start"));
            if (isRemoved(hook)) {
                around.after().run();
            }
        }
    }

    /** {@link #run(NodeSettings, NodePrograms, Around)} with nothing around. */
    public static NodeEnd run(NodeSettings settings, NodePrograms programs)
            throws InterruptedException {
        return run(settings, programs, new Around(() -> {}, _ -> {}, () -> {}));
    }

    private static void greet(BoltmeshNode node, Consumer<BoltmeshNode> running) {
        try {
            running.accept(node);
        } catch (RuntimeException e) {
            node.close();
            throw e;
        }
    }

    /** False when the JVM is ending, and the hook does its work. */
    private static boolean isRemoved(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            LOG.debug("the JVM is ending");
            return false;
        }
    }

    /** A node that is just starting is awaited first: it would leave its children behind. */
    private static void leave(CompletableFuture<BoltmeshNode> started, Runnable afterwards) {
        LOG.info("told to stop: leaving the cluster");
        try {
            BoltmeshNode node = started.get(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            NodeEnd end = node.stop();
            LOG.info("ended: {}", end.sentence());
            afterwards.run();
            if (end.good()) {
                Runtime.getRuntime().halt(EXIT_GOOD);
            }
        } catch (ExecutionException _) {
            LOG.info("the node did not start");
            afterwards.run();
        } catch (TimeoutException _) {
            LOG.warn("the node has not started after {}", START_TIMEOUT);
            afterwards.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
