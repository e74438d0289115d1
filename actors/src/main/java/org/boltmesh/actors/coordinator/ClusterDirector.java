package org.boltmesh.actors.coordinator;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.mesh.MeshKeeper;
import org.boltmesh.actors.mesh.MeshReport;
import org.boltmesh.actors.mesh.MeshTable;
import org.boltmesh.actors.serialization.RemoteMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one actor of a cluster that decides which nodes hold which model. A crash, or the end of its
 * node, loses nothing that runs: agents and coordinators report to the next director. It does lose
 * loads that were asked for and have not begun.
 */
public final class ClusterDirector extends AbstractMatchingBehavior<ClusterDirector.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterDirector.class);
    private static final Duration TICK = Duration.ofMillis(500);

    /** Reports come each second: until then a new director does not know what runs. */
    private static final Duration LISTENING = Duration.ofMillis(2_500);

    /** What a director is asked and told. */
    public sealed interface Command {}

    /** Asks for a model. */
    public record Load(ModelSpec spec, ActorRef<LoadEvent> replyTo)
            implements Command, RemoteMessage {}

    /** Ends a model; answered once, when it is gone. */
    public record Unload(String model, ActorRef<UnloadReply> replyTo)
            implements Command, RemoteMessage {}

    /** Asks what there is; answered once. */
    public record ShowState(ActorRef<ClusterState> replyTo) implements Command, RemoteMessage {}

    /** Asks who answers for a model; answered once. */
    public record Find(String model, ActorRef<FindReply> replyTo)
            implements Command, RemoteMessage {}

    /** A node lives. */
    public record NodeReported(NodeReport report) implements Command, RemoteMessage {}

    /** How a node can be linked with. */
    public record MeshReported(MeshReport report) implements Command, RemoteMessage {}

    /** A coordinator lives. */
    public record ModelReported(ModelReport report) implements Command, RemoteMessage {}

    /** A coordinator gives up and ends; it may say so more than once. */
    public record ModelFailed(String model, long generation, String reason)
            implements Command, RemoteMessage {}

    private record NodeGone(UUID id, ActorRef<NodeAgent.Command> agent) implements Command {}

    private record MeshGone(UUID id, ActorRef<MeshKeeper.Command> keeper) implements Command {}

    private record CoordinatorGone(String model, long generation) implements Command {}

    private record Surveyed(String model, long attempt, List<FileReport> reports)
            implements Command {}

    private enum Tick implements Command {
        INSTANCE
    }

    private final ActorContext<Command> context;
    private final LongSupplier clock;
    private final long startNs;
    private final NodeTable nodes = new NodeTable();
    private final ModelTable models;
    private final MeshTable mesh = new MeshTable(RandomGenerator.getDefault().nextLong());
    private final ReadyGate gate;
    private final LinkWatch links = new LinkWatch(nodes, mesh);

    private ClusterDirector(ActorContext<Command> context, LongSupplier clock, Duration readyWait) {
        super(context);
        this.context = context;
        this.clock = clock;
        startNs = clock.getAsLong();
        models = new ModelTable(startNs);
        gate = new ReadyGate(readyWait);
        LOG.info("this node directs the cluster");
    }

    /**
     * The director.
     *
     * @param clock nanoseconds
     * @param readyWait how long a model waits for the links between its nodes
     */
    public static Behavior<Command> create(LongSupplier clock, Duration readyWait) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers -> {
                                    timers.startTimerWithFixedDelay(Tick.INSTANCE, TICK);
                                    return new ClusterDirector(context, clock, readyWait);
                                }));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        switch (command) {
            case Load load -> onLoad(load);
            case Unload unload -> onUnload(unload);
            case ShowState show -> show.replyTo().tell(state());
            case Find find -> find.replyTo().tell(found(find.model()));
            case NodeReported reported -> onNodeReported(reported.report());
            case MeshReported reported -> onMeshReported(reported.report());
            case MeshGone gone -> onMeshGone(gone);
            case ModelReported reported -> onModelReported(reported.report());
            case ModelFailed failed -> onModelFailed(failed);
            case NodeGone gone -> onNodeGone(gone);
            case CoordinatorGone gone -> onCoordinatorGone(gone);
            case Surveyed surveyed -> onSurveyed(surveyed);
            case Tick _ -> onTick();
        }
        return this;
    }

    private ClusterState state() {
        return new ClusterState(nodes.statuses(models.ledger()), models.statuses());
    }

    private FindReply found(String model) {
        FindReply reply = models.find(model);
        return reply instanceof FindReply.Unknown && isListening()
                ? new FindReply.Coming("the director has just begun")
                : reply;
    }

    private boolean isListening() {
        return clock.getAsLong() - startNs < LISTENING.toNanos();
    }

    private void onLoad(Load load) {
        Optional<String> refusal = models.load(load.spec(), load.replyTo(), clock.getAsLong());
        refusal.ifPresent(reason -> load.replyTo().tell(new LoadEvent.Refused(reason)));
        onTick();
    }

    private void onUnload(Unload unload) {
        Optional<DesiredModel> model = models.get(unload.model());
        if (model.isEmpty()) {
            unload.replyTo().tell(new UnloadReply(Optional.of(models.unknown(unload.model()))));
            return;
        }
        LOG.info("unloads {}", unload.model());
        models.unload(model.get(), unload.replyTo());
    }

    private void onNodeReported(NodeReport report) {
        UUID id = report.identity().id();
        if (nodes.put(report)) {
            LOG.info("node {} can take layers", report.identity().name());
            context.watchWith(report.agent(), new NodeGone(id, report.agent()));
            models.nodesChanged(clock.getAsLong());
        }
        models.configured(report, clock.getAsLong());
    }

    private void onNodeGone(NodeGone gone) {
        if (nodes.remove(gone.id(), gone.agent())) {
            models.nodesChanged(clock.getAsLong());
        }
    }

    private void onMeshReported(MeshReport report) {
        UUID id = report.facts().id();
        if (mesh.isNew(report)) {
            context.watchWith(report.keeper(), new MeshGone(id, report.keeper()));
        }
        boolean isNews = mesh.put(report);
        if (isListening()) {
            return; // half a roster would take links down
        }
        if (isNews) {
            mesh.tellAll();
        } else if (mesh.isBehind(report)) {
            report.keeper().tell(mesh.roster());
        }
    }

    private void onMeshGone(MeshGone gone) {
        if (mesh.remove(gone.id(), gone.keeper()) && !isListening()) {
            mesh.tellAll();
        }
    }

    private void onModelReported(ModelReport told) {
        ModelReport report = gate.pass(told, links::missing, clock.getAsLong());
        if (!models.reported(report, clock.getAsLong())) {
            return;
        }
        String name = report.plan().spec().name();
        context.watchWith(
                report.coordinator(), new CoordinatorGone(name, report.plan().generation()));
    }

    private void onModelFailed(ModelFailed failed) {
        if (models.failed(failed.model(), failed.generation(), failed.reason())) {
            LOG.warn("model {} failed: {}", failed.model(), failed.reason());
        }
    }

    private void onCoordinatorGone(CoordinatorGone gone) {
        gate.end(gone.generation());
        models.gone(gone.model(), gone.generation(), clock.getAsLong());
    }

    private void onTick() {
        if (isListening()) {
            return;
        }
        for (DesiredModel model : models.due(nodes, clock.getAsLong())) {
            survey(model);
        }
    }

    private void survey(DesiredModel model) {
        ModelSpec spec = model.spec();
        long attempt = model.beginSurvey();
        ActorRef<Command> self = context.getSelf();
        context.spawnAnonymous(
                FileSurvey.create(
                        spec,
                        nodes.candidates(model),
                        reports -> self.tell(new Surveyed(spec.name(), attempt, reports))));
    }

    private void onSurveyed(Surveyed surveyed) {
        Optional<DesiredModel> model =
                models.get(surveyed.model()).filter(m -> m.isSurvey(surveyed.attempt()));
        model.ifPresent(
                wanted ->
                        models.place(wanted, nodes, surveyed.reports(), clock.getAsLong())
                                .ifPresent(this::start));
    }

    private void start(ModelPlan plan) {
        ModelPlan.StagePlan head = plan.stages().getFirst();
        gate.begin(plan.generation());
        LOG.info(
                "loads {} as generation {} on {}",
                plan.spec().name(),
                plan.generation(),
                plan.stages().stream().map(ModelPlan.StagePlan::nodeName).toList());
        head.agent().tell(new NodeAgent.StartModel(plan));
    }
}
