package org.boltmesh.actors.session;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterDirector;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.UnloadReply;

/** The cluster as its actors are asked. */
public final class ActorClusterAccess implements ClusterAccess {
    /** A director that moves to another node is back before. */
    private static final Duration STATE_TIMEOUT = Duration.ofSeconds(10);

    /** Engines are given their time to end. */
    private static final Duration UNLOAD_TIMEOUT = Duration.ofSeconds(60);

    /** A survey of files takes a minute at most; after it coordinators report each second. */
    private static final Duration LOAD_SILENCE_MAX = Duration.ofSeconds(90);

    private static final LoadEvent SILENCE =
            new LoadEvent.Refused(
                    "nobody has told for %d s how it goes, perhaps the director's node was lost; ask for the status"
                            .formatted(LOAD_SILENCE_MAX.toSeconds()));

    private final ActorSystem<?> system;
    private final ActorRef<ClusterDirector.Command> director;

    /**
     * Access through a node's actors.
     *
     * @param director wherever it is
     */
    public ActorClusterAccess(ActorSystem<?> system, ActorRef<ClusterDirector.Command> director) {
        this.system = system;
        this.director = director;
    }

    @Override
    public CompletionStage<ClusterState> state() {
        return ask(ClusterDirector.ShowState::new, STATE_TIMEOUT);
    }

    @Override
    public CompletionStage<Optional<String>> unload(String model) {
        return this.<UnloadReply>ask(
                        replyTo -> new ClusterDirector.Unload(model, replyTo), UNLOAD_TIMEOUT)
                .thenApply(UnloadReply::refusal);
    }

    private <T> CompletionStage<T> ask(
            Function<ActorRef<T>, ClusterDirector.Command> message, Duration timeout) {
        return AskPattern.<ClusterDirector.Command, T>ask(
                        director, message::apply, timeout, system.scheduler())
                .exceptionallyCompose(
                        fault -> CompletableFuture.failedFuture(told(fault, timeout)));
    }

    private static Throwable told(Throwable fault, Duration timeout) {
        Throwable cause = fault instanceof CompletionException ? fault.getCause() : fault;
        return cause instanceof TimeoutException
                ? new ClusterException(
                        "no director has answered within %d s; a node that has just begun, or lost the others, has none for some seconds"
                                .formatted(timeout.toSeconds()))
                : fault;
    }

    @Override
    public void load(ModelSpec spec, Consumer<LoadEvent> listener) {
        ActorRef<LoadEvent> hearer = spawn(hearer(listener), "load");
        director.tell(new ClusterDirector.Load(spec, hearer));
    }

    private static Behavior<LoadEvent> hearer(Consumer<LoadEvent> listener) {
        return Behaviors.setup(
                context -> {
                    context.setReceiveTimeout(LOAD_SILENCE_MAX, SILENCE);
                    return Behaviors.receiveMessage(
                            event -> {
                                listener.accept(event);
                                return event instanceof LoadEvent.Progress
                                        ? Behaviors.same()
                                        : Behaviors.stopped();
                            });
                });
    }

    @Override
    public Runnable answer(AnswerRequest request, Consumer<AnswerEvent> listener) {
        ActorRef<RequestSession.Command> session =
                spawn(RequestSession.create(director, request, listener), "session");
        return () -> session.tell(RequestSession.Cancel.INSTANCE);
    }

    private <T> ActorRef<T> spawn(Behavior<T> behavior, String name) {
        return system.systemActorOf(behavior, name + "-" + UUID.randomUUID(), Props.empty());
    }
}
