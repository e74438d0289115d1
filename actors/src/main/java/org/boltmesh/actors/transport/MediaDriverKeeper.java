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
 * driver that hangs is killed and replaced, by a spare where one stands by. A crash of this actor
 * ends the driver, and the next one starts another: streams break, engines send again.
 */
public final class MediaDriverKeeper extends AbstractMatchingBehavior<MediaDriverKeeper.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(MediaDriverKeeper.class);
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

    /** Links come up within a second or so: whoever waits for them hears of it soon. */
    private static final Duration BRISK_INTERVAL = Duration.ofMillis(200);

    private static final int BRISK_LOOKS = 40;

    private static final String RESTARTED =
            "the media driver wants a restart to get a device back, and the engines are idle";

    /** What a keeper is told. */
    public sealed interface Command {}

    /** Who the peers are, for this driver and each one after it. */
    public record Join(MeshView view) implements Command {}

    /** What stands by for the next start. */
    record SpareChanged(Optional<SpareHandle> spare) implements Command {}

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
    private final Supplier<NodeWork> work;
    private final Backoff backoff;
    private final RestartWish wish;
    private final Optional<ActorRef<SpareKeeper.Command>> spares;
    private Optional<SpareHandle> spare = Optional.empty();
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
            Supplier<NodeWork> work,
            KeeperPace pace) {
        super(context);
        this.context = context;
        this.timers = timers;
        this.starter = starter;
        this.listener = listener;
        this.work = work;
        backoff = pace.backoffs().get();
        wish = pace.wishes().apply(System.nanoTime());
        slot = ChildSlot.open("media-driver-keeper", context.getSystem());
        spares =
                starter.hasSpares()
                        ? Optional.of(SpareKeeper.spawn(context, starter, pace.spares()))
                        : Optional.empty();
        timers.startTimerWithFixedDelay(LookTick.INSTANCE, LookTick.INSTANCE, LOOK_INTERVAL);
        start();
    }

    /**
     * A keeper.
     *
     * @param listener hears each change, and how it is about once a second
     * @param work what the engines do that use the driver
     */
    public static Behavior<Command> create(
            DriverStarter starter, ActorRef<DriverState> listener, Supplier<NodeWork> work) {
        return create(starter, listener, work, KeeperPace.USUAL);
    }

    static Behavior<Command> create(
            DriverStarter starter,
            ActorRef<DriverState> listener,
            Supplier<NodeWork> work,
            KeeperPace pace) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers ->
                                        new MediaDriverKeeper(
                                                context, timers, starter, listener, work, pace)));
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
            case SpareChanged changed -> onSpareChanged(changed);
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
        Optional<SpareHandle> taken = spare;
        spare = Optional.empty();
        if (taken.isPresent()) {
            spares.ifPresent(keeper -> keeper.tell(SpareKeeper.Taken.INSTANCE));
        }
        context.pipeToSelf(
                slot.replace(() -> starter.start(taken)),
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
        wish.started(System.nanoTime());
        LOG.info("media driver {} runs", started.driver().pid());
        spares.ifPresent(keeper -> keeper.tell(SpareKeeper.Prepare.INSTANCE));
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

    private Behavior<Command> onSpareChanged(SpareChanged changed) {
        spare = changed.spare();
        return this;
    }

    private Behavior<Command> onStartTick() {
        start();
        return this;
    }

    private Behavior<Command> onLookTick() {
        boolean isRestartDue = wish.isDue(wantsRestart(), work.get(), System.nanoTime());
        driver.flatMap(DriverHealth::problem)
                .or(() -> isRestartDue ? Optional.of(RESTARTED) : Optional.empty())
                .ifPresentOrElse(this::giveUp, this::tell);
        return this;
    }

    private boolean wantsRestart() {
        return driver.flatMap(DriverHandle::heartbeat)
                .map(DriverEvent.Heartbeat::mesh)
                .map(MeshStatus::wantsRestart)
                .orElse(false);
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
