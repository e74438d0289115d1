package org.boltmesh.actors.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.cluster.ClusterEvent.ClusterDomainEvent;
import org.apache.pekko.cluster.ClusterEvent.MemberEvent;
import org.apache.pekko.cluster.ClusterEvent.ReachabilityEvent;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Subscribe;
import org.boltmesh.actors.coordinator.ClusterDirector;
import org.boltmesh.actors.coordinator.NodeAgent;
import org.boltmesh.actors.coordinator.NodeFacts;
import org.boltmesh.actors.mesh.MeshKeeper;
import org.boltmesh.actors.serialization.RemoteMessage;
import org.boltmesh.actors.transport.DriverState;
import org.boltmesh.actors.transport.MediaDriverKeeper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The root of a node's actors: starts them, knows who is in the cluster, and ends the node when
 * another has its name. A crash of it ends the process, which is restarted; the others see it
 * leave.
 */
public final class NodeGuardian extends AbstractMatchingBehavior<NodeGuardian.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(NodeGuardian.class);

    private static final Duration RESTART_MIN = Duration.ofMillis(250);
    private static final Duration RESTART_MAX = Duration.ofSeconds(10);
    private static final double RESTART_SPREAD = 0.2;

    /** What a guardian is asked. */
    public sealed interface Command {}

    /** Asks for the nodes of the cluster; answered once. Any node may ask. */
    public record ListNodes(ActorRef<Nodes> replyTo) implements Command, RemoteMessage {}

    /** The nodes as one of them sees them, by name, each once. */
    public record Nodes(List<NodeMember> nodes) implements RemoteMessage {
        public Nodes {
            nodes = List.copyOf(nodes);
        }
    }

    private record MembersChanged(ClusterDomainEvent event) implements Command {}

    private enum RivalTick implements Command {
        INSTANCE
    }

    private final ActorContext<Command> context;
    private final TimerScheduler<Command> timers;
    private final Cluster cluster;
    private final Duration rivalPatience;
    private final Runnable onCompany;
    private final Executor blocking;
    private boolean hasCompany;
    private final ClusterMembers members = new ClusterMembers();
    private Membership membership = new Membership(List.of());
    private String logged = "";

    private NodeGuardian(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            Duration rivalPatience,
            NodeChildren children,
            NodeFacts facts,
            NodeMesh mesh,
            Runnable onCompany) {
        super(context);
        this.onCompany = onCompany;
        this.blocking = context.getSystem().dispatchers().lookup(DispatcherSelector.blocking());
        this.context = context;
        this.timers = timers;
        this.rivalPatience = rivalPatience;
        this.cluster = Cluster.get(context.getSystem());
        subscribe(MemberEvent.class);
        subscribe(ReachabilityEvent.class);
        startWork(children, facts, mesh);
    }

    /**
     * The guardian of one node.
     *
     * @param rivalPatience how long another node may have this one's name or id: a former self of
     *     this one is found unreachable within that time
     * @param children how media driver and engines are started
     * @param facts what the cluster is told of this node
     * @param mesh how its driver is linked with others
     * @param onCompany done once when there are other nodes; may block
     */
    static Behavior<Command> create(
            Duration rivalPatience,
            NodeChildren children,
            NodeFacts facts,
            NodeMesh mesh,
            Runnable onCompany) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers ->
                                        new NodeGuardian(
                                                context,
                                                timers,
                                                rivalPatience,
                                                children,
                                                facts,
                                                mesh,
                                                onCompany)));
    }

    private void startWork(NodeChildren children, NodeFacts facts, NodeMesh mesh) {
        ActorRef<ClusterDirector.Command> director =
                Directors.of(context.getSystem(), mesh.readyWait());
        ActorRef<NodeAgent.Command> agent =
                context.spawn(
                        restarted(
                                NodeAgent.create(
                                        facts,
                                        new NodeAgent.Tools(
                                                children.engines(), children.hashes(), blocking),
                                        director)),
                        "agent");
        var driver = new CompletableFuture<ActorRef<MediaDriverKeeper.Command>>();
        ActorRef<MeshKeeper.Command> links =
                context.spawn(restarted(links(facts, mesh, director, driver)), "links");
        ActorRef<DriverState> states =
                context.spawn(
                        Behaviors.receiveMessage(
                                told -> {
                                    DriverState state = told.withObjection(mesh.objection());
                                    agent.tell(new NodeAgent.DriverChanged(state));
                                    links.tell(new MeshKeeper.DriverChanged(state));
                                    return Behaviors.same();
                                }),
                        "driver-states");
        driver.complete(
                context.spawn(
                        restarted(
                                MediaDriverKeeper.create(
                                        children.drivers(), states, children.work())),
                        "media-driver"));
    }

    private Behavior<MeshKeeper.Command> links(
            NodeFacts facts,
            NodeMesh mesh,
            ActorRef<ClusterDirector.Command> director,
            CompletableFuture<ActorRef<MediaDriverKeeper.Command>> driver) {
        return MeshKeeper.create(
                new MeshKeeper.Identity(facts.identity().id(), facts.identity().name()),
                mesh.tools(blocking),
                report -> director.tell(new ClusterDirector.MeshReported(report)),
                view -> {
                    var _ =
                            driver.thenAccept(
                                    keeper -> keeper.tell(new MediaDriverKeeper.Join(view)));
                });
    }

    private static <T> Behavior<T> restarted(Behavior<T> behavior) {
        return Behaviors.supervise(behavior)
                .onFailure(
                        SupervisorStrategy.restartWithBackoff(
                                RESTART_MIN, RESTART_MAX, RESTART_SPREAD));
    }

    private <E extends ClusterDomainEvent> void subscribe(Class<E> events) {
        ActorRef<E> adapter = context.messageAdapter(events, MembersChanged::new);
        cluster.subscriptions().tell(Subscribe.create(adapter, events));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        return switch (command) {
            case ListNodes ask -> onListNodes(ask);
            case MembersChanged changed -> onMembersChanged(changed);
            case RivalTick _ -> onRivalTick();
        };
    }

    private Behavior<Command> onListNodes(ListNodes ask) {
        ask.replyTo().tell(new Nodes(membership.nodes()));
        return this;
    }

    private Behavior<Command> onMembersChanged(MembersChanged changed) {
        members.apply(changed.event());
        membership = members.membership();
        log();
        if (!hasCompany && membership.nodes().size() > 1) {
            hasCompany = true;
            blocking.execute(onCompany);
        }
        if (rival().isEmpty()) {
            timers.cancel(RivalTick.INSTANCE);
        } else if (!timers.isTimerActive(RivalTick.INSTANCE)) {
            timers.startSingleTimer(RivalTick.INSTANCE, RivalTick.INSTANCE, rivalPatience);
        }
        return this;
    }

    private void log() {
        String now = membership.toString();
        if (!now.equals(logged)) {
            logged = now;
            LOG.info("nodes: {}", now);
        }
    }

    private Behavior<Command> onRivalTick() {
        self().ifPresent(
                        self ->
                                membership
                                        .rival(self)
                                        .map(rival -> NodeEnd.displaced(self, rival))
                                        .ifPresent(this::end));
        return this;
    }

    private Optional<NodeMember> rival() {
        return self().flatMap(membership::rival);
    }

    private Optional<NodeMember> self() {
        return members.find(cluster.selfMember().uniqueAddress());
    }

    private void end(NodeEnd end) {
        LOG.error("stopping: {}", end.sentence());
        CoordinatedShutdown.get(context.getSystem())
                .runAll(end)
                .exceptionally(
                        fault -> {
                            LOG.error("could not leave in order", fault);
                            return null;
                        });
    }
}
