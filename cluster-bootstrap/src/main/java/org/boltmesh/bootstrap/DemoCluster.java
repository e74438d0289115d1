package org.boltmesh.bootstrap;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.control.ControlException;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Nodes that have just been started, on their way to a cluster that has loaded a model. */
final class DemoCluster {
    /** What somebody wants of a cluster. */
    @FunctionalInterface
    interface Use<R> {
        /** Does it; throws {@link CommandException} or {@link ControlException}. */
        R of() throws InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(DemoCluster.class);

    /** Far more than a machine needs that has other work, too. */
    private static final Duration FORMING_TIMEOUT = Duration.ofSeconds(150);

    private static final Duration POLL = Duration.ofMillis(100);

    private final DemoNodes nodes;
    private final PrintWriter err;

    DemoCluster(DemoNodes nodes, PrintWriter err) {
        this.nodes = nodes;
        this.err = err;
    }

    /**
     * Does what is wanted.
     *
     * @throws CommandException when it fails because a node ended by itself
     */
    <R> R use(Use<R> wanted) throws InterruptedException {
        try {
            return wanted.of();
        } catch (InterruptedException | ControlException e) {
            Optional<String> death = nodes.death();
            if (death.isPresent()) {
                throw new CommandException(death.get());
            }
            throw e;
        } catch (CommandException e) {
            throw nodes.death().map(CommandException::new).orElse(e);
        }
    }

    /** Waits until all nodes have found each other. */
    void await() throws InterruptedException {
        long beginNs = System.nanoTime();
        int seen = nodesSeen();
        while (seen < nodes.count()) {
            if (System.nanoTime() - beginNs > FORMING_TIMEOUT.toNanos()) {
                throw new CommandException(
                        "%d of %d nodes have found each other after %d s, want all; the machine may be too busy"
                                .formatted(seen, nodes.count(), FORMING_TIMEOUT.toSeconds()));
            }
            nodes.pause(POLL);
            seen = nodesSeen();
        }
        nodes.noteChildren();
        LOG.info("{} nodes after {} ms", seen, (System.nanoTime() - beginNs) / 1_000_000);
    }

    private int nodesSeen() throws InterruptedException {
        try (ControlClient client = connect()) {
            return client.state().nodes().size();
        } catch (ControlException e) {
            LOG.debug("not yet: {}", e.getMessage());
            return 0;
        }
    }

    /** A connection to the first node. */
    ControlClient connect() throws InterruptedException {
        return ControlClient.connect(nodes.firstDataFolder());
    }

    /** Loads a model, and tells on the way how far it is. */
    ModelStatus load(ControlClient client, ModelSpec spec) throws InterruptedException {
        ModelStatus loaded = loadNow(client, spec);
        nodes.noteChildren();
        loaded.notes().forEach(note -> err.println("note: " + note));
        err.flush();
        return loaded;
    }

    private ModelStatus loadNow(ControlClient client, ModelSpec spec) throws InterruptedException {
        try (var progress = new LoadScreen(err)) {
            return switch (client.load(spec, progress::show)) {
                case LoadEvent.Done done -> done.model();
                case LoadEvent.Progress running -> running.model();
                case LoadEvent.Refused refused -> throw new CommandException(refused.reason());
            };
        }
    }
}
