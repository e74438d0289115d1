package org.boltmesh.actors.coordinator;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.serialization.RemoteMessage;
import org.boltmesh.actors.shard.EngineStarter;
import org.boltmesh.actors.shard.LayerShard;
import org.boltmesh.actors.shard.ShardEvent;
import org.boltmesh.actors.shard.ShardPlan;
import org.boltmesh.actors.transport.DriverState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the cluster may ask of one node: to look at a file, to hold a shard, to hold the coordinator
 * of a model. Tells the director how the node is. A crash of it ends the node's shards and
 * coordinators, which the director then places anew.
 */
public final class NodeAgent extends AbstractMatchingBehavior<NodeAgent.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(NodeAgent.class);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);

    /** What an agent is asked. */
    public sealed interface Command {}

    /** Asks for the node's copy of a model; answered once. */
    public record Describe(ModelSpec spec, ActorRef<FileReport> replyTo)
            implements Command, RemoteMessage {}

    /** Starts a shard, whose events go to its owner. */
    public record StartShard(ShardPlan plan, ActorRef<ShardEvent> owner)
            implements Command, RemoteMessage {}

    /** Starts the coordinator of a model, which reports to the director. */
    public record StartModel(ModelPlan plan) implements Command, RemoteMessage {}

    /** What the node's media driver is doing; of this node only. */
    public record DriverChanged(DriverState state) implements Command {}

    /**
     * What an agent works with.
     *
     * @param engines starts the engines of shards
     * @param hashes knows whole files
     * @param blocking runs what reads files
     */
    public record Tools(EngineStarter engines, FileHashes hashes, Executor blocking) {}

    private record ShardEnded(ActorRef<LayerShard.Command> shard) implements Command {}

    private enum ReportTick implements Command {
        INSTANCE
    }

    private final ActorContext<Command> context;
    private final NodeFacts facts;
    private final Tools tools;
    private final ActorRef<ClusterDirector.Command> director;
    private NodeReport.Driver driver = NodeReport.Driver.NONE;
    private final Set<ActorRef<LayerShard.Command>> shards = new HashSet<>();
    private Optional<LayerShard.DriverMoved> place = Optional.empty();
    private long generationMax;

    private NodeAgent(
            ActorContext<Command> context,
            NodeFacts facts,
            Tools tools,
            ActorRef<ClusterDirector.Command> director) {
        super(context);
        this.context = context;
        this.facts = facts;
        this.tools = tools;
        this.director = director;
        report();
    }

    /**
     * The agent of this node.
     *
     * @param director wherever it is
     */
    public static Behavior<Command> create(
            NodeFacts facts, Tools tools, ActorRef<ClusterDirector.Command> director) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers -> {
                                    timers.startTimerWithFixedDelay(
                                            ReportTick.INSTANCE, REPORT_INTERVAL);
                                    return new NodeAgent(context, facts, tools, director);
                                }));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        return switch (command) {
            case Describe describe -> onDescribe(describe);
            case StartShard start -> onStartShard(start);
            case StartModel start -> onStartModel(start);
            case DriverChanged changed -> onDriverChanged(changed);
            case ShardEnded ended -> onShardEnded(ended);
            case ReportTick _ -> onReportTick();
        };
    }

    private Behavior<Command> onDescribe(Describe ask) {
        ModelSpec spec = facts.withOwnFile(ask.spec());
        tools.blocking().execute(() -> ask.replyTo().tell(described(spec)));
        return this;
    }

    /** A defect must not leave the survey without an answer. */
    private FileReport described(ModelSpec spec) {
        try {
            return LocalFile.describe(facts.identity().id(), spec, tools.hashes());
        } catch (RuntimeException e) {
            LOG.error("cannot look at {}", spec.file(), e);
            return FileReport.problem(facts.identity().id(), spec.file() + ": " + e);
        }
    }

    private Behavior<Command> onStartShard(StartShard start) {
        ShardPlan plan = start.plan().withThreads(facts.engineThreads());
        noteGeneration(plan.generation());
        LOG.info("starts a shard: {}", plan);
        ActorRef<LayerShard.Command> shard =
                context.spawnAnonymous(LayerShard.create(plan, tools.engines(), start.owner()));
        context.watchWith(shard, new ShardEnded(shard));
        shards.add(shard);
        place.ifPresent(shard::tell);
        return this;
    }

    private Behavior<Command> onShardEnded(ShardEnded ended) {
        shards.remove(ended.shard());
        return this;
    }

    private Behavior<Command> onStartModel(StartModel start) {
        noteGeneration(start.plan().generation());
        context.spawnAnonymous(
                Behaviors.supervise(ModelCoordinator.create(start.plan(), director))
                        .onFailure(SupervisorStrategy.stop()));
        return this;
    }

    private void noteGeneration(long generation) {
        generationMax = Math.max(generationMax, generation);
    }

    private Behavior<Command> onDriverChanged(DriverChanged changed) {
        DriverState state = changed.state();
        if (state.isRunning()) {
            tellPlace(new LayerShard.DriverMoved(state.aeronDirectory()));
        }
        List<NodeReport.Sent> sent =
                state.peers().stream()
                        .map(peer -> new NodeReport.Sent(peer.address(), peer.sentBytes()))
                        .toList();
        NodeReport.Driver before = driver;
        driver = new NodeReport.Driver(state.pid(), sent, state.mesh(), state.trouble());
        if (!driver.isLike(before)) {
            report();
        }
        return this;
    }

    /** Engines need not find out by themselves where the next driver is. */
    private void tellPlace(LayerShard.DriverMoved moved) {
        if (!place.equals(Optional.of(moved))) {
            place = Optional.of(moved);
            shards.forEach(shard -> shard.tell(moved));
        }
    }

    private Behavior<Command> onReportTick() {
        report();
        return this;
    }

    private void report() {
        director.tell(
                new ClusterDirector.NodeReported(
                        new NodeReport(
                                facts.identity(),
                                context.getSelf(),
                                facts.memory(),
                                driver,
                                facts.configured(),
                                generationMax)));
    }
}
