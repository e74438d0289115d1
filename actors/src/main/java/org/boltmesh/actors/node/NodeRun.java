package org.boltmesh.actors.node;

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
     * @param afterwards done when the node has ended, and before the process does
     * @throws NodeException when it cannot start
     */
    public static NodeEnd run(NodeSettings settings, NodePrograms programs, Runnable afterwards)
            throws InterruptedException {
        BoltmeshNode node = BoltmeshNode.start(settings, programs);
        var hook = new Thread(() -> leave(node, afterwards), "leave");
        Runtime.getRuntime().addShutdownHook(hook);
        NodeEnd end = node.awaitEnd();
        if (isRemoved(hook)) {
            afterwards.run();
        }
        return end;
    }

    /** {@link #run(NodeSettings, NodePrograms, Runnable)} with nothing to do afterwards. */
    public static NodeEnd run(NodeSettings settings, NodePrograms programs)
            throws InterruptedException {
        return run(settings, programs, () -> {});
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

    private static void leave(BoltmeshNode node, Runnable afterwards) {
        LOG.info("told to stop: leaving the cluster");
        try {
            NodeEnd end = node.stop();
            LOG.info("ended: {}", end.sentence());
            afterwards.run();
            if (end.good()) {
                Runtime.getRuntime().halt(EXIT_GOOD);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
