package org.boltmesh.actors.transport;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.PreRestart;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.boltmesh.actors.child.Backoff;
import org.boltmesh.actors.child.ChildSlot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a spare media driver at hand for its parent, which takes it by beginning it. There is no
 * hurry: it is started when the machine had time to recover from what took the last one. A crash of
 * this actor ends the spare; drivers then start as slowly as without.
 */
final class SpareKeeper extends AbstractMatchingBehavior<SpareKeeper.Command> {
    private static final Logger LOG = LoggerFactory.getLogger(SpareKeeper.class);

    /** What a keeper of spares is told. */
    sealed interface Command {}

    /** A driver runs, and the next one may want a spare. */
    enum Prepare implements Command {
        INSTANCE
    }

    /** The spare that was told of is the owner's: it becomes a driver, or ends. */
    enum Taken implements Command {
        INSTANCE
    }

    private record Prepared(long start, SpareHandle spare) implements Command {}

    private record Lost(long start, String reason) implements Command {}

    private enum PrepareTick implements Command {
        INSTANCE
    }

    /**
     * How often it is tried.
     *
     * @param patience after a driver has started
     * @param backoff when spares do not start, or die
     */
    record Pace(Duration patience, Backoff backoff) {
        /**
         * A machine that has just started a driver has engines to feed first, and a node that lives
         * for seconds needs no spare.
         */
        static Pace usual() {
            return new Pace(
                    Duration.ofSeconds(10),
                    new Backoff(
                            Duration.ofSeconds(5), Duration.ofMinutes(5), Duration.ofMinutes(1)));
        }
    }

    private final ActorContext<Command> context;
    private final TimerScheduler<Command> timers;
    private final DriverStarter starter;
    private final ActorRef<MediaDriverKeeper.Command> owner;
    private final Pace pace;
    private final ChildSlot<SpareHandle> slot;
    private boolean isUnderWay;
    private boolean isBackingOff;
    private long starts;

    private SpareKeeper(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            DriverStarter starter,
            ActorRef<MediaDriverKeeper.Command> owner,
            Pace pace) {
        super(context);
        this.context = context;
        this.timers = timers;
        this.starter = starter;
        this.owner = owner;
        this.pace = pace;
        slot = ChildSlot.open("spare-keeper", context.getSystem());
    }

    /** The keeper of spares for this keeper of drivers. */
    static ActorRef<Command> spawn(
            ActorContext<MediaDriverKeeper.Command> parent,
            DriverStarter starter,
            Supplier<Pace> paces) {
        return parent.spawn(
                Behaviors.supervise(create(starter, parent.getSelf(), paces))
                        .onFailure(SupervisorStrategy.restart()),
                "spare");
    }

    static Behavior<Command> create(
            DriverStarter starter,
            ActorRef<MediaDriverKeeper.Command> owner,
            Supplier<Pace> paces) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers ->
                                        new SpareKeeper(
                                                context, timers, starter, owner, paces.get())));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        return switch (command) {
            case Prepare _ -> onPrepare();
            case Taken _ -> onTaken();
            case PrepareTick _ -> onPrepareTick();
            case Prepared prepared -> onPrepared(prepared);
            case Lost lost -> onLost(lost);
        };
    }

    @Override
    public Behavior<Command> onSignal(Signal signal) {
        if (signal instanceof PostStop || signal instanceof PreRestart) {
            var _ = slot.close();
        }
        return this;
    }

    private Behavior<Command> onPrepare() {
        return isUnderWay || isBackingOff ? this : wait(pace.patience());
    }

    /** What becomes of it is no news here any more. */
    private Behavior<Command> onTaken() {
        starts++;
        isUnderWay = false;
        return this;
    }

    private Behavior<Command> wait(Duration time) {
        timers.startSingleTimer(PrepareTick.INSTANCE, PrepareTick.INSTANCE, time);
        return this;
    }

    private Behavior<Command> onPrepareTick() {
        isUnderWay = true;
        isBackingOff = false;
        long start = ++starts;
        context.pipeToSelf(
                slot.replace(starter::prepare),
                (spare, fault) ->
                        fault == null
                                ? new Prepared(start, spare)
                                : new Lost(start, String.valueOf(fault.getMessage())));
        return this;
    }

    private Behavior<Command> onPrepared(Prepared prepared) {
        SpareHandle spare = prepared.spare();
        pace.backoff().started(System.nanoTime());
        LOG.info("spare media driver {} stands by", spare.pid());
        owner.tell(new MediaDriverKeeper.SpareChanged(Optional.of(spare)));
        CompletableFuture<String> end = spare.loss().thenApply(Throwable::getMessage);
        context.pipeToSelf(
                end,
                (reason, fault) ->
                        new Lost(prepared.start(), String.valueOf(fault == null ? reason : fault)));
        return this;
    }

    private Behavior<Command> onLost(Lost lost) {
        if (lost.start() != starts) {
            return this;
        }
        isUnderWay = false;
        isBackingOff = true;
        Duration wait = pace.backoff().ended(System.nanoTime());
        LOG.info("no spare media driver for {} s: {}", wait.toSeconds(), lost.reason());
        owner.tell(new MediaDriverKeeper.SpareChanged(Optional.empty()));
        return wait(wait);
    }
}
