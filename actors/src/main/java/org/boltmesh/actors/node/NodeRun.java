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
     * @throws NodeException when it cannot start
     */
    public static NodeEnd run(NodeSettings settings) throws InterruptedException {
        BoltmeshNode node = BoltmeshNode.start(settings);
        var hook = new Thread(() -> leave(node), "leave");
        Runtime.getRuntime().addShutdownHook(hook);
        NodeEnd end = node.awaitEnd();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            LOG.debug("the JVM is ending");
        }
        return end;
    }

    private static void leave(BoltmeshNode node) {
        LOG.info("told to stop: leaving the cluster");
        try {
            NodeEnd end = node.stop();
            LOG.info("ended: {}", end.sentence());
            if (end.good()) {
                Runtime.getRuntime().halt(EXIT_GOOD);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
