package org.boltmesh.actors.node;

import com.typesafe.config.Config;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.setup.Setup;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import org.boltmesh.actors.control.ControlServer;
import org.boltmesh.actors.coordinator.NodeFacts;
import org.boltmesh.actors.secret.SecretKeys;
import org.boltmesh.actors.secret.SecretTls;
import org.boltmesh.actors.secret.TlsRefusals;
import org.boltmesh.actors.serialization.KryoMessageSerializer;
import org.boltmesh.actors.serialization.Refusals;
import org.boltmesh.actors.session.ActorClusterAccess;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.actors.settings.NodeSettings;
import org.boltmesh.shards.model.SystemMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running node. It holds its data folder and its port until it has ended. */
public final class BoltmeshNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BoltmeshNode.class);

    /** A former self is found unreachable after timeouts.unreachable and this. */
    private static final Duration RIVAL_MARGIN = Duration.ofSeconds(3);

    /** Leaving has three phases that each may take timeouts.leave, and small ones. */
    private static final int LEAVE_PHASES = 4;

    private final NodeSettings settings;
    private final ActorSystem<NodeGuardian.Command> system;
    private final Refusals refusals;
    private final TlsRefusals tlsRefusals;
    private final ChildStarts starts;
    private final ClusterAccess access;
    private final CompletableFuture<NodeEnd> ended;

    private BoltmeshNode(
            NodeSettings settings,
            ActorSystem<NodeGuardian.Command> system,
            Refusals refusals,
            TlsRefusals tlsRefusals,
            ChildStarts starts,
            ClusterAccess access,
            Consumer<NodeEnd> release) {
        this.settings = settings;
        this.system = system;
        this.refusals = refusals;
        this.tlsRefusals = tlsRefusals;
        this.starts = starts;
        this.access = access;
        this.ended =
                NodeSystem.terminated(system, patience(settings))
                        .thenApply(inOrder -> NodeSystem.end(system, inOrder))
                        .whenComplete((end, _) -> release.accept(end));
    }

    /**
     * Starts a node; it then joins by its seeds, for as long as that takes.
     *
     * @throws NodeException when its data folder or its port cannot be had
     */
    public static BoltmeshNode start(NodeSettings settings, NodePrograms programs) {
        DataFolder folder = DataFolder.open(settings.dataFolder());
        try {
            Optional<SecretKeys> keys = settings.network().secret().map(SecretKeys::of);
            NodeMesh mesh = NodeMesh.of(settings, keys);
            if (!mesh.objection().isEmpty()) {
                LOG.warn("{}", mesh.objection());
            }
            return start(
                    settings,
                    keys,
                    mesh,
                    NodeChildren.of(settings, programs, mesh.options(), folder),
                    folder);
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private static BoltmeshNode start(
            NodeSettings settings,
            Optional<SecretKeys> keys,
            NodeMesh mesh,
            NodeChildren children,
            DataFolder folder) {
        var refusals = new Refusals();
        var tlsRefusals = new TlsRefusals();
        List<Setup> setups = new ArrayList<>();
        var mark = new ClusterMark(folder.path());
        Config config = PekkoConfig.of(settings, folder.nodeId(), mark.isSet());
        setups.add(BootstrapSetup.create(config));
        setups.add(KryoMessageSerializer.setup(RemoteMessages.table(), refusals));
        keys.ifPresent(
                held -> {
                    var tls = new SecretTls(held, tlsRefusals);
                    setups.add(SSLEngineProviderSetup.create(_ -> tls));
                });
        ActorSystem<NodeGuardian.Command> system =
                NodeSystem.start(
                        settings.network().bind(),
                        guardian(settings, children, mesh, folder.nodeId(), mark),
                        ActorSystemSetup.create(setups.toArray(Setup[]::new)));
        LOG.info(
                "node {} with id {} listens on {}; seeds: {}",
                settings.name(),
                folder.nodeId(),
                settings.network().bind(),
                settings.network().seedNodes());
        if (settings.network().seedNodes().isEmpty()) {
            Cluster cluster = Cluster.get(system);
            cluster.manager().tell(Join.create(cluster.selfMember().address()));
        }
        var access = new ActorClusterAccess(system, Directors.of(system, mesh.readyWait()));
        ControlServer control = control(settings, system, access, folder);
        return new BoltmeshNode(
                settings,
                system,
                refusals,
                tlsRefusals,
                children.starts(),
                access,
                end -> {
                    control.close();
                    children.close();
                    if (end.good()) {
                        mark.clear();
                    }
                    folder.close();
                });
    }

    private static ControlServer control(
            NodeSettings settings, ActorSystem<?> system, ClusterAccess access, DataFolder folder) {
        try {
            return ControlServer.start(folder.path(), settings.name(), access);
        } catch (IOException e) {
            system.terminate();
            throw new NodeException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Behavior<NodeGuardian.Command> guardian(
            NodeSettings settings,
            NodeChildren children,
            NodeMesh mesh,
            UUID nodeId,
            ClusterMark mark) {
        Duration patience = settings.timeouts().unreachable().plus(RIVAL_MARGIN);
        NodeFacts facts = FactsOfSettings.of(settings, nodeId, SystemMemory.availableBytes());
        return NodeGuardian.create(patience, children, facts, mesh, mark::set);
    }

    private static Duration patience(NodeSettings settings) {
        return settings.timeouts().leave().multipliedBy(LEAVE_PHASES);
    }

    /** The node's actors. */
    public ActorSystem<NodeGuardian.Command> system() {
        return system;
    }

    /** What clients of this node can ask of the cluster. */
    public ClusterAccess access() {
        return access;
    }

    /** Messages that were refused, by reason. */
    public Refusals refusals() {
        return refusals;
    }

    /** Connections that were refused. */
    public TlsRefusals tlsRefusals() {
        return tlsRefusals;
    }

    /** How often it has started its children. */
    public ChildStarts childStarts() {
        return starts;
    }

    /** Waits until the node has ended, for whatever reason. */
    public NodeEnd awaitEnd() throws InterruptedException {
        try {
            return ended.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the node did not end in order", e);
        }
    }

    /** Leaves the cluster, stops the actors, and waits for that, but not for ever. */
    public NodeEnd stop() throws InterruptedException {
        Duration patience = patience(settings);
        CoordinatedShutdown.get(system)
                .run(NodeEnd.STOPPED, NodeSystem.firstPhase(system))
                .whenComplete(
                        (_, fault) -> {
                            if (fault != null) {
                                LOG.warn("leaving did not go in order", fault);
                            }
                        });
        try {
            return ended.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            return new NodeEnd(false, "not stopped after " + patience.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw new IllegalStateException("the node did not end in order", e);
        }
    }

    /** {@link #stop}, for tests and small programs. */
    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
