package org.boltmesh.actors.coordinator;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.boltmesh.actors.serialization.RemoteMessage;
import org.boltmesh.actors.shard.HeadEvent;
import org.boltmesh.actors.shard.LayerShard;
import org.boltmesh.actors.shard.ShardEvent;
import org.boltmesh.actors.shard.ShardPlan;
import org.boltmesh.shards.pipeline.StageRole;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One loaded model, on the node of its head shard: puts its pipeline together, again whenever a
 * shard was lost, and hands requests to the head. Each pipeline has an epoch of its own. A crash
 * ends the shards and loses the token logs; sessions resubmit to the next coordinator.
 */
public final class ModelCoordinator extends AbstractMatchingBehavior<ModelCoordinator.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(ModelCoordinator.class);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);
    private static final Duration REJOIN_DELAY = Duration.ofMillis(500);

    /** An engine has 9 s to end, and is killed then. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);

    /**
     * A director that was on the lost node is somewhere else by then, and has heard of the model.
     */
    private static final Duration LINGER_TIME = Duration.ofSeconds(3);

    /** A message may be lost with its connection: then it is said again. */
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(60);

    /** An agent answers at once, unless the word was lost. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    /** Joins in a row that fail before the model is given up. */
    private static final int FAILED_JOINS_MAX = 20;

    /** What a coordinator is asked. */
    public sealed interface Command {}

    /**
     * Asks for an answer, or for the rest of one.
     *
     * @param answered tokens of the answer so far
     * @param client hears what becomes of it; its end ends the request
     */
    public record Submit(
            AnswerRequest request, List<Integer> answered, ActorRef<AnswerEvent> client)
            implements Command, RemoteMessage {
        public Submit {
            answered = List.copyOf(answered);
        }
    }

    /** Ends a client's request early; it then finishes as cancelled. */
    public record Cancel(ActorRef<AnswerEvent> client) implements Command, RemoteMessage {}

    /**
     * Ends the model.
     *
     * @param reason that clients are told
     */
    public record Stop(String reason) implements Command, RemoteMessage {}

    private record ShardSaid(ShardEvent event) implements Command {}

    private record HeadSaid(HeadEvent event) implements Command {}

    private record ShardGone(int stage) implements Command {}

    private record NodeGone(int stage) implements Command {}

    private record ClientGone(ActorRef<AnswerEvent> client) implements Command {}

    private enum ReportTick implements Command {
        INSTANCE
    }

    private enum JoinTick implements Command {
        INSTANCE
    }

    private enum StartTick implements Command {
        INSTANCE
    }

    private enum StopTick implements Command {
        INSTANCE
    }

    private enum LingerTick implements Command {
        INSTANCE
    }

    private final ActorContext<Command> context;
    private final TimerScheduler<Command> timers;
    private final ModelPlan plan;
    private final ActorRef<ClusterDirector.Command> director;
    private final StageTable stages;
    private final Answers answers;
    private int attempt;
    private int failedJoins;
    private boolean ready;
    private Optional<String> stopping = Optional.empty();
    private Optional<String> failure = Optional.empty();
    private String detail = "";

    private ModelCoordinator(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            ModelPlan plan,
            ActorRef<ClusterDirector.Command> director) {
        super(context);
        this.context = context;
        this.timers = timers;
        this.plan = plan;
        this.director = director;
        stages = new StageTable(plan);
        ActorRef<HeadEvent> heads = context.messageAdapter(HeadEvent.class, HeadSaid::new);
        answers = new Answers(plan.spec(), heads);
        timers.startTimerWithFixedDelay(ReportTick.INSTANCE, REPORT_INTERVAL);
        startShards();
        report();
    }

    /**
     * The coordinator of a model.
     *
     * @param director is told how it goes
     */
    static Behavior<Command> create(ModelPlan plan, ActorRef<ClusterDirector.Command> director) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers -> new ModelCoordinator(context, timers, plan, director)));
    }

    private void startShards() {
        ActorRef<ShardEvent> events = context.messageAdapter(ShardEvent.class, ShardSaid::new);
        for (int stage = 0; stage < plan.stages().size(); stage++) {
            ModelPlan.StagePlan part = plan.stages().get(stage);
            context.watchWith(part.agent(), new NodeGone(stage));
            part.agent().tell(new NodeAgent.StartShard(shardPlan(stage, part), events));
        }
        timers.startSingleTimer(StartTick.INSTANCE, StartTick.INSTANCE, START_TIMEOUT);
    }

    private ShardPlan shardPlan(int stage, ModelPlan.StagePlan part) {
        return new ShardPlan(
                plan.spec().name(),
                plan.generation(),
                stage,
                plan.stages().size(),
                part.file(),
                part.layers(),
                plan.spec().loadOptions(part.sizes().totalBytes()));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        return switch (command) {
            case Submit submit -> onSubmit(submit);
            case Cancel cancel -> onCancel(cancel);
            case Stop stop -> onStop(stop);
            case ShardSaid said -> onShardSaid(said.event());
            case HeadSaid said -> onHeadSaid(said.event());
            case ShardGone gone -> onShardGone(gone.stage());
            case NodeGone gone -> onNodeGone(gone.stage());
            case ClientGone gone -> onClientGone(gone);
            case ReportTick _ -> onReportTick();
            case JoinTick _ -> onJoinTick();
            case StartTick _ -> onStartTick();
            case StopTick _ -> onStopTick();
            case LingerTick _ -> endIfDone();
        };
    }

    /** Where the model has failed, a session hears of our end and asks the next coordinator. */
    private Behavior<Command> onSubmit(Submit submit) {
        if (failure.isPresent()) {
            return this;
        }
        if (stopping.isPresent()) {
            submit.client().tell(Answers.stopped(stopping.get()));
        } else if (answers.submit(submit)) {
            context.watchWith(submit.client(), new ClientGone(submit.client()));
            serve();
        }
        return this;
    }

    private Behavior<Command> onCancel(Cancel cancel) {
        if (answers.cancel(cancel.client(), stages.head())) {
            context.unwatch(cancel.client());
        }
        return this;
    }

    private Behavior<Command> onClientGone(ClientGone gone) {
        answers.cancel(gone.client(), stages.head());
        return this;
    }

    private Behavior<Command> onShardSaid(ShardEvent event) {
        switch (event) {
            case ShardEvent.Started started -> onStarted(started);
            case ShardEvent.Loading loading -> stages.loading(loading.stage(), loading.doneBytes());
            case ShardEvent.HeadVocabulary head -> answers.vocabulary(head.facts());
            case ShardEvent.Loaded loaded -> onLoaded(loaded);
            case ShardEvent.Joined joined -> onJoined(joined);
            case ShardEvent.JoinFailed failed -> onJoinFailed(failed);
            case ShardEvent.Lost lost -> onLost(lost);
            case ShardEvent.Refused refused -> fail(nodeOf(refused.stage()), refused.reason());
        }
        return this;
    }

    private void onStarted(ShardEvent.Started started) {
        stages.started(started.stage(), started.shard());
        context.watchWith(started.shard(), new ShardGone(started.stage()));
        if (stopping.isPresent()) {
            started.shard().tell(LayerShard.Stop.INSTANCE);
        }
    }

    private void onLoaded(ShardEvent.Loaded loaded) {
        stages.loaded(loaded.stage(), loaded.info(), loaded.pid());
        join();
    }

    /** Every engine takes its place anew, under a new epoch: what an old one sends is dropped. */
    private void join() {
        timers.cancel(JoinTick.INSTANCE);
        if (!stages.allLoaded() || stopping.isPresent()) {
            return;
        }
        timers.startSingleTimer(JoinTick.INSTANCE, JoinTick.INSTANCE, JOIN_TIMEOUT);
        ready = false;
        attempt++;
        List<ActorRef<LayerShard.Command>> shards = stages.shards();
        for (int stage = 0; stage < shards.size(); stage++) {
            var role = new StageRole(epoch(), stage, shards.size(), stages.limits());
            shards.get(stage)
                    .tell(
                            new LayerShard.Join(
                                    role,
                                    PipelineWiring.addresses(plan, attempt),
                                    PipelineWiring.TIMES));
        }
    }

    private long epoch() {
        return PipelineWiring.epoch(plan.generation(), attempt);
    }

    private void onJoined(ShardEvent.Joined joined) {
        stages.joined(joined.stage(), joined.epoch());
        if (stages.allJoined(epoch()) && stopping.isEmpty()) {
            LOG.info("model {} serves, epoch {}", plan.spec().name(), epoch());
            timers.cancel(JoinTick.INSTANCE);
            ready = true;
            failedJoins = 0;
            detail = "";
            answers.limits(stages.limits());
            report();
            serve();
        }
    }

    private void onJoinFailed(ShardEvent.JoinFailed failed) {
        if (failed.epoch() != epoch() || stopping.isPresent()) {
            return;
        }
        failedJoins++;
        detail = nodeOf(failed.stage()) + ": " + failed.reason();
        LOG.warn("model {} cannot be joined: {}", plan.spec().name(), detail);
        if (failedJoins > FAILED_JOINS_MAX) {
            fail(nodeOf(failed.stage()), failed.reason());
        } else {
            joinSoon();
        }
    }

    private void joinSoon() {
        ready = false;
        timers.startSingleTimer(JoinTick.INSTANCE, JoinTick.INSTANCE, REJOIN_DELAY);
    }

    private Behavior<Command> onJoinTick() {
        join();
        return this;
    }

    private void onLost(ShardEvent.Lost lost) {
        LOG.warn("model {} lost an engine: {}", plan.spec().name(), lost.reason());
        ready = false;
        stages.lost(lost.stage());
        detail = nodeOf(lost.stage()) + ": " + lost.reason();
        report();
    }

    private Behavior<Command> onHeadSaid(HeadEvent event) {
        Optional<ActorRef<AnswerEvent>> ended = answers.onHead(event, stages.head().orElseThrow());
        ended.ifPresent(context::unwatch);
        if (answers.takeBroken() && ready) {
            // Nobody has said that an engine is lost, and still a step did not come through.
            joinSoon();
        }
        return this;
    }

    private void serve() {
        if (ready) {
            stages.head().ifPresent(answers::serve);
        }
    }

    private Behavior<Command> onShardGone(int stage) {
        stages.gone(stage);
        lose(stage, "its shard has ended");
        return endIfDone();
    }

    private Behavior<Command> onNodeGone(int stage) {
        stages.gone(stage);
        lose(stage, "the node is gone");
        return endIfDone();
    }

    private void lose(int stage, String reason) {
        if (stopping.isEmpty()) {
            timers.startSingleTimer(LingerTick.INSTANCE, LingerTick.INSTANCE, LINGER_TIME);
            fail(nodeOf(stage), reason);
        }
    }

    private Behavior<Command> onStartTick() {
        stages.unstarted().ifPresent(stage -> fail(nodeOf(stage), "it has not started its shard"));
        return endIfDone();
    }

    private String nodeOf(int stage) {
        return "node " + plan.stages().get(stage).nodeName();
    }

    /** Gives the model up: the director decides what comes next, sessions ask again. */
    private void fail(String subject, String reason) {
        if (stopping.isPresent()) {
            return;
        }
        LOG.warn("model {} ends: {}: {}", plan.spec().name(), subject, reason);
        failure = Optional.of(subject + ": " + reason);
        report();
        stop(subject + ": " + reason);
    }

    private Behavior<Command> onStop(Stop stop) {
        if (stopping.isEmpty()) {
            answers.endAll(stop.reason());
            stop(stop.reason());
        }
        return endIfDone();
    }

    private void stop(String reason) {
        stopping = Optional.of(reason);
        ready = false;
        stages.shards().forEach(shard -> shard.tell(LayerShard.Stop.INSTANCE));
        timers.startSingleTimer(StopTick.INSTANCE, StopTick.INSTANCE, STOP_TIMEOUT);
        if (stages.allGone() && !timers.isTimerActive(LingerTick.INSTANCE)) {
            timers.startSingleTimer(StopTick.INSTANCE, StopTick.INSTANCE, Duration.ZERO);
        }
    }

    private Behavior<Command> endIfDone() {
        boolean lingers = timers.isTimerActive(LingerTick.INSTANCE);
        return stopping.isPresent() && stages.allGone() && !lingers ? Behaviors.stopped() : this;
    }

    private Behavior<Command> onStopTick() {
        if (!stages.allGone()) {
            LOG.warn("shards of {} have not ended in time and are left", plan.spec().name());
        }
        return Behaviors.stopped();
    }

    private Behavior<Command> onReportTick() {
        report();
        return this;
    }

    /** A failure is told after what has failed: a new director has never heard of the model. */
    private void report() {
        if (stopping.isEmpty() || failure.isPresent()) {
            director.tell(new ClusterDirector.ModelReported(status()));
        }
        failure.ifPresent(
                reason ->
                        director.tell(
                                new ClusterDirector.ModelFailed(
                                        plan.spec().name(), plan.generation(), reason)));
    }

    private ModelReport status() {
        return new ModelReport(
                context.getSelf(),
                plan,
                new ModelReport.Progress(
                        ready ? ModelPhase.READY : ModelPhase.LOADING, failure.orElse(detail)),
                stages.statuses(),
                answers.activeCount(),
                answers.waitingCount(),
                Math.max(0, attempt - 1));
    }
}
