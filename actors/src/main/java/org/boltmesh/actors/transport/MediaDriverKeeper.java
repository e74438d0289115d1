package org.boltmesh.actors.transport;

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
import org.boltmesh.driver.DriverEvent;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.mesh.MeshView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one media driver running on this node, tells it who its peers are, and tells how it is. A
 * driver that hangs is killed and replaced. A crash of this actor ends the driver, and the next one
 * starts another: streams break, engines send again.
 */
public final class MediaDriverKeeper extends AbstractMatchingBehavior<MediaDriverKeeper.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(MediaDriverKeeper.class);
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

    /** Links come up within a second or so: whoever waits for them hears of it soon. */
    private static final Duration BRISK_INTERVAL = Duration.ofMillis(200);

    private static final int BRISK_LOOKS = 40;

    /** What a keeper is told. */
    public sealed interface Command {}

    /** Who the peers are, for this driver and each one after it. */
    public record Join(MeshView view) implements Command {}

    private record Started(DriverHandle driver) implements Command {}

    private record StartFailed(String reason) implements Command {}

    private record Died(long start, String reason) implements Command {}

    private enum StartTick implements Command {
        INSTANCE
    }

    private enum LookTick implements Command {
        INSTANCE
    }

    private enum BriskTick implements Command {
        INSTANCE
    }

    private final ActorContext<Command> context;
    private final TimerScheduler<Command> timers;
    private final DriverStarter starter;
    private final ActorRef<DriverState> listener;
    private final ChildSlot<DriverHandle> slot;
    private final Backoff backoff;
    private Optional<DriverHandle> driver = Optional.empty();
    private Optional<MeshView> view = Optional.empty();
    private String trouble = "";
    private int briskLooks;
    private long starts;

    private MediaDriverKeeper(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            DriverStarter starter,
            ActorRef<DriverState> listener,
            Supplier<Backoff> backoffs) {
        super(context);
        this.context = context;
        this.timers = timers;
        this.starter = starter;
        this.listener = listener;
        backoff = backoffs.get();
        slot = ChildSlot.open("media-driver-keeper", context.getSystem());
        timers.startTimerWithFixedDelay(LookTick.INSTANCE, LookTick.INSTANCE, LOOK_INTERVAL);
        start();
    }

    /** A keeper; the listener hears each change, and how it is about once a second. */
    public static Behavior<Command> create(DriverStarter starter, ActorRef<DriverState> listener) {
        return create(starter, listener, MediaDriverKeeper::eager);
    }

    /** Engines wait meanwhile: the first start after a death comes at once. */
    private static Backoff eager() {
        return new Backoff(Duration.ofMillis(10), Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    static Behavior<Command> create(
            DriverStarter starter, ActorRef<DriverState> listener, Supplier<Backoff> backoffs) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers ->
                                        new MediaDriverKeeper(
                                                context, timers, starter, listener, backoffs)));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        return switch (command) {
            case Started started -> onStarted(started);
            case StartFailed failed -> onStartFailed(failed);
            case Died died -> onDied(died);
            case StartTick _ -> onStartTick();
            case LookTick _ -> onLookTick();
            case BriskTick _ -> onBriskTick();
            case Join join -> onJoin(join.view());
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
        starts++;
        context.pipeToSelf(
                slot.replace(starter::start),
                (started, fault) ->
                        fault == null ? new Started(started) : new StartFailed(reason(fault)));
    }

    private static String reason(Throwable fault) {
        Throwable cause = fault.getCause() == null ? fault : fault.getCause();
        return String.valueOf(cause.getMessage());
    }

    private Behavior<Command> onStarted(Started started) {
        driver = Optional.of(started.driver());
        trouble = "";
        backoff.started(System.nanoTime());
        LOG.info("media driver {} runs", started.driver().pid());
        view.ifPresent(started.driver()::join);
        lookBriskly();
        long start = starts;
        context.pipeToSelf(
                started.driver().loss(), (loss, fault) -> new Died(start, lossReason(loss, fault)));
        tell();
        return this;
    }

    private static String lossReason(Throwable loss, Throwable fault) {
        return reason(fault == null ? loss : fault);
    }

    private Behavior<Command> onStartFailed(StartFailed failed) {
        giveUp(failed.reason());
        return this;
    }

    private Behavior<Command> onDied(Died died) {
        if (died.start() == starts && driver.isPresent()) {
            giveUp(died.reason());
        }
        return this;
    }

    private Behavior<Command> onStartTick() {
        start();
        return this;
    }

    private Behavior<Command> onLookTick() {
        driver.flatMap(DriverHealth::problem).ifPresentOrElse(this::giveUp, this::tell);
        return this;
    }

    private Behavior<Command> onJoin(MeshView newView) {
        view = Optional.of(newView);
        driver.ifPresent(
                running -> {
                    running.join(newView);
                    lookBriskly();
                });
        return this;
    }

    private void lookBriskly() {
        briskLooks = BRISK_LOOKS;
        timers.startTimerWithFixedDelay(BriskTick.INSTANCE, BriskTick.INSTANCE, BRISK_INTERVAL);
    }

    private Behavior<Command> onBriskTick() {
        briskLooks--;
        if (briskLooks == 0 || driver.isEmpty()) {
            timers.cancel(BriskTick.INSTANCE);
        }
        driver.ifPresent(DriverHandle::ping);
        tell();
        return this;
    }

    private void giveUp(String reason) {
        Duration wait = backoff.ended(System.nanoTime());
        LOG.warn("{}; started again in {} ms", reason, wait.toMillis());
        driver = Optional.empty();
        trouble = reason;
        slot.clear();
        timers.startSingleTimer(StartTick.INSTANCE, StartTick.INSTANCE, wait);
        tell();
    }

    private void tell() {
        listener.tell(
                new DriverState(
                        driver.map(DriverHandle::pid).orElse(0L),
                        driver.map(DriverHandle::aeronDirectory).orElseGet(starter::aeronDirectory),
                        driver.flatMap(DriverHandle::heartbeat)
                                .map(MediaDriverKeeper::peers)
                                .orElse(List.of()),
                        driver.flatMap(DriverHandle::heartbeat)
                                .map(DriverEvent.Heartbeat::mesh)
                                .orElse(MeshStatus.OFF),
                        trouble));
    }

    private static List<DriverState.Peer> peers(DriverEvent.Heartbeat heartbeat) {
        return heartbeat.peers().stream()
                .map(peer -> new DriverState.Peer(peer.address(), peer.sentBytes()))
                .toList();
    }
}
