package org.boltmesh.actors.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractMatchingBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterDirector;
import org.boltmesh.actors.coordinator.FindReply;
import org.boltmesh.actors.coordinator.ModelCoordinator;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;

/**
 * One request of a client, on the node that it came to, with the tokens of its answer so far. When
 * the model's coordinator is lost it asks the next one for the rest. A crash loses the answer.
 */
public final class RequestSession extends AbstractMatchingBehavior<RequestSession.Command> {
    private static final Duration RETRY_DELAY = Duration.ofMillis(500);

    /** A model of 400 GB is mapped again in less, and a client has to be told at some time. */
    private static final Duration SEARCH_TIMEOUT = Duration.ofMinutes(5);

    private static final GenerationTimes NO_TIMES = new GenerationTimes(0, 0, 0, 0);

    /** What a session is told. */
    public sealed interface Command {}

    /** The client wants no more. */
    public enum Cancel implements Command {
        /** It has no fields. */
        INSTANCE
    }

    private record Found(FindReply reply) implements Command {}

    private record Came(AnswerEvent event) implements Command {}

    private enum CoordinatorGone implements Command {
        INSTANCE
    }

    private enum SearchTick implements Command {
        INSTANCE
    }

    private enum SearchTimeout implements Command {
        INSTANCE
    }

    private final ActorContext<Command> context;
    private final TimerScheduler<Command> timers;
    private final ActorRef<ClusterDirector.Command> director;
    private final AnswerRequest request;
    private final Consumer<AnswerEvent> listener;
    private final ActorRef<AnswerEvent> answers;
    private final ActorRef<FindReply> finds;
    private final List<Integer> answered = new ArrayList<>();
    private Optional<ActorRef<ModelCoordinator.Command>> coordinator = Optional.empty();
    private Optional<ActorRef<ModelCoordinator.Command>> lostCoordinator = Optional.empty();
    private boolean begun;
    private int lost;
    private String detail = "its director has not answered";

    private RequestSession(
            ActorContext<Command> context,
            TimerScheduler<Command> timers,
            ActorRef<ClusterDirector.Command> director,
            AnswerRequest request,
            Consumer<AnswerEvent> listener) {
        super(context);
        this.context = context;
        this.timers = timers;
        this.director = director;
        this.request = request;
        this.listener = listener;
        answers = context.messageAdapter(AnswerEvent.class, Came::new);
        finds = context.messageAdapter(FindReply.class, Found::new);
        search();
    }

    /**
     * The session of a request.
     *
     * @param listener of the client; must not block
     */
    public static Behavior<Command> create(
            ActorRef<ClusterDirector.Command> director,
            AnswerRequest request,
            Consumer<AnswerEvent> listener) {
        return Behaviors.setup(
                context ->
                        Behaviors.withTimers(
                                timers ->
                                        new RequestSession(
                                                context, timers, director, request, listener)));
    }

    @Override
    public Behavior<Command> onMessage(Command command) {
        return switch (command) {
            case Cancel _ -> onCancel();
            case Found found -> onFound(found.reply());
            case Came came -> onCame(came.event());
            case CoordinatorGone _ -> onCoordinatorGone();
            case SearchTick _ -> onSearchTick();
            case SearchTimeout _ -> onSearchTimeout();
        };
    }

    private void search() {
        coordinator = Optional.empty();
        timers.startSingleTimer(SearchTimeout.INSTANCE, SearchTimeout.INSTANCE, SEARCH_TIMEOUT);
        timers.startTimerWithFixedDelay(SearchTick.INSTANCE, SearchTick.INSTANCE, RETRY_DELAY);
        ask();
    }

    private void ask() {
        director.tell(new ClusterDirector.Find(request.model(), finds));
    }

    private Behavior<Command> onSearchTick() {
        ask();
        return this;
    }

    private Behavior<Command> onFound(FindReply reply) {
        if (coordinator.isPresent()) {
            return this;
        }
        return switch (reply) {
            case FindReply.Found found -> submitUnlessLost(found.coordinator());
            case FindReply.Coming coming -> await(coming.detail());
            // A director that has just begun may not know yet what runs.
            case FindReply.Unknown unknown ->
                    lost > 0
                            ? await(unknown.reason())
                            : fail(FailureCode.NOT_LOADED, unknown.reason());
        };
    }

    private Behavior<Command> await(String reason) {
        detail = reason;
        return this;
    }

    /** The director may hear of a coordinator's end later than we do. */
    private Behavior<Command> submitUnlessLost(ActorRef<ModelCoordinator.Command> found) {
        return lostCoordinator.filter(found::equals).isPresent()
                ? await("its coordinator is gone")
                : submit(found);
    }

    private Behavior<Command> submit(ActorRef<ModelCoordinator.Command> found) {
        Optional<String> problem = RequestLimits.problem(request, answered.size());
        if (problem.isPresent()) {
            return fail(FailureCode.INVALID_REQUEST, problem.get());
        }
        timers.cancel(SearchTick.INSTANCE);
        timers.cancel(SearchTimeout.INSTANCE);
        coordinator = Optional.of(found);
        context.watchWith(found, CoordinatorGone.INSTANCE);
        found.tell(new ModelCoordinator.Submit(request, answered, answers));
        return this;
    }

    private Behavior<Command> onCoordinatorGone() {
        lost++;
        lostCoordinator = coordinator;
        search();
        return this;
    }

    private Behavior<Command> onSearchTimeout() {
        return fail(
                FailureCode.NOT_LOADED,
                "model %s has not come within %d s: %s"
                        .formatted(request.model(), SEARCH_TIMEOUT.toSeconds(), detail));
    }

    private Behavior<Command> onCame(AnswerEvent event) {
        return switch (event) {
            case AnswerEvent.Begun begin -> onBegun(begin);
            case AnswerEvent.Token token -> onToken(token);
            case AnswerEvent.Finished finished -> onFinished(finished);
            case AnswerEvent.Failed _ -> end(event);
        };
    }

    private Behavior<Command> onBegun(AnswerEvent.Begun begin) {
        if (!begun) {
            begun = true;
            listener.accept(begin);
        }
        return this;
    }

    /** What a coordinator that is gone had sent may still come: it is the same token, or late. */
    private Behavior<Command> onToken(AnswerEvent.Token token) {
        if (token.index() == answered.size()) {
            answered.add(token.token());
            listener.accept(token);
        }
        return this;
    }

    private Behavior<Command> onFinished(AnswerEvent.Finished finished) {
        return end(
                new AnswerEvent.Finished(
                        finished.reason(),
                        finished.text(),
                        finished.times(),
                        finished.recoveries() + lost));
    }

    private Behavior<Command> onCancel() {
        coordinator.ifPresent(there -> there.tell(new ModelCoordinator.Cancel(answers)));
        return end(new AnswerEvent.Finished(FinishReason.CANCELLED, "", NO_TIMES, lost));
    }

    private Behavior<Command> fail(FailureCode code, String reason) {
        return end(new AnswerEvent.Failed(code, reason));
    }

    private Behavior<Command> end(AnswerEvent last) {
        listener.accept(last);
        return Behaviors.stopped();
    }
}
