package org.boltmesh.actors.shard;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.PreRestart;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.boltmesh.actors.child.Backoff;
import org.boltmesh.actors.child.ChildSlot;
import org.boltmesh.actors.serialization.RemoteMessage;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineEvent;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.engine.EngineRequest;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;
import org.boltmesh.shards.template.ChatMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an engine with a range of a model's layers running, for one owner. An engine that dies is
 * replaced and loads again; the owner then lets it join again. It ends with its owner, and its
 * engine has ended when it has. A crash of it ends the engine: its KV cache is lost.
 */
public final class LayerShard extends AbstractMatchingBehavior<LayerShard.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(LayerShard.class);

    /** What a shard is asked. */
    public sealed interface Command {}

    /** Takes a place in a pipeline; a higher epoch replaces what it joined before. */
    public record Join(StageRole role, PipelineAddresses addresses, PipelineTimes times)
            implements Command, RemoteMessage {}

    /** Where the node's media driver is from now on; of this node only. */
    public record DriverMoved(Path aeronDirectory) implements Command {}

    /** Ends the engine, then the shard. */
    public enum Stop implements Command, RemoteMessage {
        INSTANCE
    }

    /** What only the shard with the embedding can answer, to actors of its own node. */
    public sealed interface HeadRequest extends Command {}

    /** Turns text into ids. */
    public record Tokenize(
            long id,
            String text,
            boolean addSpecial,
            boolean parseSpecial,
            ActorRef<HeadEvent> replyTo)
            implements HeadRequest {}

    /** Turns a conversation into the ids of a prompt by the model's chat template. */
    public record TokenizeChat(long id, List<ChatMessage> messages, ActorRef<HeadEvent> replyTo)
            implements HeadRequest {
        public TokenizeChat {
            messages = List.copyOf(messages);
        }
    }

    /** Continues a prompt; answered token by token. The id must not be in use. */
    public record Generate(long id, GenerateWork work, ActorRef<HeadEvent> replyTo)
            implements HeadRequest {}

    /** Ends a generation early; it then ends as cancelled. Unknown ids mean nothing. */
    public record CancelGeneration(long id) implements HeadRequest {}

    private record EngineUp(EngineHandle engine) implements Command {}

    private record Progressed(long start, long doneBytes, long totalBytes) implements Command {}

    private record LoadEnded(long start, EngineEvent.Loaded loaded) implements Command {}

    private record LoadFailed(long start, EngineException failure) implements Command {}

    private record EngineLost(long start, EngineException failure) implements Command {}

    private record JoinEnded(long start, long epoch, String problem) implements Command {}

    private enum StartTick implements Command {
        INSTANCE
    }

    private enum OwnerGone implements Command {
        INSTANCE
    }

    private enum EngineEnded implements Command {
        INSTANCE
    }

    private final ActorContext<Command> context;
    private final TimerScheduler<Command> timers;
    private final ShardPlan plan;
    private final EngineStarter engines;
    private final ActorRef<ShardEvent> owner;
    private final ChildSlot<EngineHandle> slot;
    private final Backoff backoff;
    private Optional<EngineHandle> engine = Optional.empty();
    private Optional<HeadDesk> desk = Optional.empty();
    private Optional<Path> driver = Optional.empty();
    private String trouble = "its engine is starting";
    private boolean loaded;
    private boolean stopping;
    private long starts;

    private LayerShard(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            ShardPlan plan,
            EngineStarter engines,
            ActorRef<ShardEvent> owner,
            Supplier<Backoff> backoffs) {
        super(context);
        this.context = context;
        this.timers = timers;
        this.plan = plan;
        this.engines = engines;
        this.owner = owner;
        backoff = backoffs.get();
        slot = ChildSlot.open("shard-" + plan.engineName(), context.getSystem());
        context.watchWith(owner, OwnerGone.INSTANCE);
        owner.tell(new ShardEvent.Started(plan.stage(), context.getSelf()));
        start();
    }

    /** A shard, which begins to load at once. */
    public static Behavior<Command> create(
            ShardPlan plan, EngineStarter engines, ActorRef<ShardEvent> owner) {
        return create(plan, engines, owner, Backoff::usual);
    }

    static Behavior<Command> create(
            ShardPlan plan,
            EngineStarter engines,
            ActorRef<ShardEvent> owner,
            Supplier<Backoff> backoffs) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers ->
                                        new LayerShard(
                                                context, timers, plan, engines, owner, backoffs)));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        return switch (command) {
            case Join join -> onJoin(join);
            case DriverMoved moved -> onDriverMoved(moved);
            case Stop _ -> stop();
            case HeadRequest request -> onHeadRequest(request);
            case EngineUp up -> onEngineUp(up);
            case Progressed progress -> onProgressed(progress);
            case LoadEnded ended -> onLoadEnded(ended);
            case LoadFailed failed -> onLoadFailed(failed);
            case EngineLost lost -> onEngineLost(lost);
            case JoinEnded ended -> onJoinEnded(ended);
            case StartTick _ -> onStartTick();
            case OwnerGone _ -> onOwnerGone();
            case EngineEnded _ -> Behaviors.stopped();
        };
    }

    @Override
    public Behavior<Command> onSignal(Signal signal) {
        if (signal instanceof PostStop || signal instanceof PreRestart) {
            var _ = slot.close();
        }
        return this;
    }

    private void start() {
        long start = ++starts;
        context.pipeToSelf(
                slot.replace(() -> engines.start(plan.engineName())),
                (started, fault) ->
                        fault == null
                                ? new EngineUp(started)
                                : new EngineLost(start, EngineFailures.of(fault)));
    }

    private Behavior<Command> onEngineUp(EngineUp up) {
        if (stopping) {
            return this;
        }
        EngineHandle started = up.engine();
        engine = Optional.of(started);
        trouble = "its engine is loading";
        LOG.info("engine {} of {} runs", started.pid(), plan.engineName());
        driver.ifPresent(place -> started.client().moveChannels(place.toString()));
        long start = starts;
        context.pipeToSelf(
                started.loss(),
                (loss, fault) ->
                        new EngineLost(start, fault == null ? loss : EngineFailures.of(fault)));
        load(start, started.client());
        return this;
    }

    private void load(long start, EngineClient client) {
        var request =
                new EngineRequest.Load(
                        client.newRequestId(), plan.file(), plan.layers(), plan.options());
        var throttle = new ProgressThrottle();
        ActorRef<Command> self = context.getSelf();
        var answer =
                client.load(
                        request,
                        (doneBytes, totalBytes) -> {
                            if (throttle.passes(doneBytes, totalBytes, System.nanoTime())) {
                                self.tell(new Progressed(start, doneBytes, totalBytes));
                            }
                        });
        context.pipeToSelf(
                answer,
                (done, fault) ->
                        fault == null
                                ? new LoadEnded(start, done)
                                : new LoadFailed(start, EngineFailures.of(fault)));
    }

    private boolean isCurrent(long start) {
        return start == starts && engine.isPresent() && !stopping;
    }

    private Behavior<Command> onProgressed(Progressed progress) {
        if (isCurrent(progress.start())) {
            owner.tell(
                    new ShardEvent.Loading(
                            plan.stage(), progress.doneBytes(), progress.totalBytes()));
        }
        return this;
    }

    private Behavior<Command> onLoadEnded(LoadEnded ended) {
        if (isCurrent(ended.start())) {
            loaded = true;
            engine.ifPresent(running -> tellLoaded(running, ended.loaded()));
        }
        return this;
    }

    private void tellLoaded(EngineHandle running, EngineEvent.Loaded what) {
        backoff.started(System.nanoTime());
        if (plan.layers().embedding()) {
            desk = Optional.of(new HeadDesk(running.client()));
            owner.tell(new ShardEvent.HeadVocabulary(plan.stage(), what.vocabulary()));
        }
        owner.tell(new ShardEvent.Loaded(plan.stage(), what.shard(), running.pid()));
    }

    private Behavior<Command> onLoadFailed(LoadFailed failed) {
        if (!isCurrent(failed.start())) {
            return this;
        }
        if (EngineFailures.isFinal(failed.failure().code())) {
            return refuse(failed.failure());
        }
        lose(failed.failure());
        return this;
    }

    private Behavior<Command> refuse(EngineException failure) {
        LOG.error("{} cannot be loaded: {}", plan.engineName(), failure.getMessage());
        owner.tell(new ShardEvent.Refused(plan.stage(), String.valueOf(failure.getMessage())));
        return stop();
    }

    private Behavior<Command> onEngineLost(EngineLost lost) {
        if (lost.start() == starts && !stopping && !timers.isTimerActive(StartTick.INSTANCE)) {
            lose(lost.failure());
        }
        return this;
    }

    private void lose(EngineException failure) {
        Duration wait = backoff.ended(System.nanoTime());
        String reason = String.valueOf(failure.getMessage());
        LOG.warn("{}: {}; next start in {} ms", plan.engineName(), reason, wait.toMillis());
        engine = Optional.empty();
        desk = Optional.empty();
        loaded = false;
        trouble = reason;
        slot.clear();
        timers.startSingleTimer(StartTick.INSTANCE, StartTick.INSTANCE, wait);
        owner.tell(new ShardEvent.Lost(plan.stage(), reason));
    }

    private Behavior<Command> onStartTick() {
        if (!stopping) {
            start();
        }
        return this;
    }

    private Behavior<Command> onDriverMoved(DriverMoved moved) {
        driver = Optional.of(moved.aeronDirectory());
        engine.ifPresent(
                running -> running.client().moveChannels(moved.aeronDirectory().toString()));
        return this;
    }

    private Behavior<Command> onJoin(Join join) {
        long epoch = join.role().epoch();
        if (loaded && !stopping) {
            engine.ifPresent(running -> join(running.client(), join));
        } else {
            owner.tell(new ShardEvent.JoinFailed(plan.stage(), epoch, notLoaded()));
        }
        return this;
    }

    private void join(EngineClient client, Join join) {
        var request =
                new EngineRequest.JoinPipeline(
                        client.newRequestId(), join.role(), join.addresses(), join.times());
        long start = starts;
        long epoch = join.role().epoch();
        context.pipeToSelf(
                client.join(request),
                (_, fault) -> new JoinEnded(start, epoch, fault == null ? "" : message(fault)));
    }

    private static String message(Throwable fault) {
        return String.valueOf(EngineFailures.of(fault).getMessage());
    }

    private Behavior<Command> onJoinEnded(JoinEnded ended) {
        boolean joined = ended.problem().isEmpty() && isCurrent(ended.start());
        owner.tell(
                joined
                        ? new ShardEvent.Joined(plan.stage(), ended.epoch())
                        : new ShardEvent.JoinFailed(
                                plan.stage(),
                                ended.epoch(),
                                ended.problem().isEmpty() ? notLoaded() : ended.problem()));
        return this;
    }

    private String notLoaded() {
        return "stage %d of model %s is not loaded: %s"
                .formatted(plan.stage(), plan.model(), stopping ? "it ends" : trouble);
    }

    private Behavior<Command> onHeadRequest(HeadRequest request) {
        desk.ifPresentOrElse(
                open -> open.serve(request), () -> HeadDesk.refuse(request, code(), notLoaded()));
        return this;
    }

    private FailureCode code() {
        return engine.isPresent() ? FailureCode.NOT_LOADED : FailureCode.LOST;
    }

    private Behavior<Command> onOwnerGone() {
        LOG.info("the owner of {} is gone: it ends", plan.engineName());
        return stop();
    }

    private Behavior<Command> stop() {
        if (!stopping) {
            stopping = true;
            desk = Optional.empty();
            context.pipeToSelf(slot.close(), (_, _) -> EngineEnded.INSTANCE);
        }
        return this;
    }
}
