package org.boltmesh.actors.node;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.boltmesh.actors.settings.NodeSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node as the work of a whole process: SIGTERM and Ctrl-C make it leave the cluster. */
public final class NodeRun {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRun.class);
    private static final int EXIT_GOOD = 0;

    private NodeRun() {}

    /**
     * Starts a node and returns when it has ended by itself. When the JVM is told to end, the node
     * leaves first, and the process ends with 0: Java alone would end with the signal's number.
     *
     * @param programs what runs its child processes
     * @param stoppable done as soon as the JVM's end makes the node leave, before it starts
     * @param afterwards done when the node has ended or could not start, before the process ends
     * @throws NodeException when it cannot start
     */
    public static NodeEnd run(
            NodeSettings settings, NodePrograms programs, Runnable stoppable, Runnable afterwards)
            throws InterruptedException {
        var started = new CompletableFuture<BoltmeshNode>();
        var hook = new Thread(() -> leave(started, afterwards), "leave");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            stoppable.run();
            BoltmeshNode node = BoltmeshNode.start(settings, programs);
            started.complete(node);
            return node.awaitEnd();
        } finally {
            started.cancel(false); // where it could not start
            if (isRemoved(hook)) {
                afterwards.run();
            }
        }
    }

    /** {@link #run(NodeSettings, NodePrograms, Runnable, Runnable)} with nothing else to do. */
    public static NodeEnd run(NodeSettings settings, NodePrograms programs)
            throws InterruptedException {
        return run(settings, programs, () -> {}, () -> {});
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

    private static void leave(CompletableFuture<BoltmeshNode> started, Runnable afterwards) {
        LOG.info("told to stop: leaving the cluster");
        try {
            NodeEnd end = started.get().stop();
            LOG.info("ended: {}", end.sentence());
            afterwards.run();
            if (end.good()) {
                Runtime.getRuntime().halt(EXIT_GOOD);
            }
        } catch (ExecutionException | CancellationException _) {
            LOG.debug("it could not start");
            afterwards.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
