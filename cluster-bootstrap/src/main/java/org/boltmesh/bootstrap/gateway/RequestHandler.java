package org.boltmesh.bootstrap.gateway;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.scaladsl.model.EntityStreamSizeException;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.actors.session.ClusterException;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers requests. Never blocks; thread-safe. */
final class RequestHandler {
    /** Of a body; a prompt may have 120 KiB. */
    static final int BODY_MAX_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
    private static final Duration BODY_TIMEOUT = Duration.ofSeconds(30);

    /** A stream begins by then, even if nobody knows yet whether it comes to anything. */
    private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(10);

    private final ActorSystem<?> system;
    private final ClusterAccess access;
    private final Gatekeeper gatekeeper;
    private final Clock clock;
    private final long startSeconds;

    /** A handler of a node's requests. */
    RequestHandler(
            ActorSystem<?> system, ClusterAccess access, Gatekeeper gatekeeper, Clock clock) {
        this.system = system;
        this.access = access;
        this.gatekeeper = gatekeeper;
        this.clock = clock;
        startSeconds = clock.instant().getEpochSecond();
    }

    /** The response; never fails. The limit of a size is told apart from other faults of a body. */
    CompletionStage<HttpResponse> handle(HttpRequest request, GatewayConnection connection) {
        return request.entity()
                .withSizeLimit(BODY_MAX_BYTES)
                .toStrict(BODY_TIMEOUT.toMillis(), Long.MAX_VALUE, system)
                .thenCompose(body -> serve(request, body.getData().toArray(), connection))
                .exceptionally(RequestHandler::failure);
    }

    private CompletionStage<HttpResponse> serve(
            HttpRequest request, byte[] body, GatewayConnection connection) {
        return switch (gatekeeper.admit(request)) {
            case LIVE -> CompletableFuture.completedFuture(health(Refusal.OK, "live"));
            case READY -> access.state().thenApply(RequestHandler::ready);
            case MODELS -> access.state().thenApply(this::models);
            case COMPLETIONS -> answer(Shape.TEXT, body, connection);
            case CHAT -> answer(Shape.CHAT, body, connection);
        };
    }

    private static HttpResponse failure(Throwable fault) {
        Throwable cause =
                fault instanceof CompletionException && fault.getCause() != null
                        ? fault.getCause()
                        : fault;
        return switch (cause) {
            case RefusalException refused -> Responses.refusal(refused.refusal());
            case EntityStreamSizeException _ ->
                    Responses.last(
                            Refusal.request(
                                    Refusal.TOO_LARGE,
                                    "body_too_large",
                                    "the body has more than %,d bytes".formatted(BODY_MAX_BYTES)));
            case TimeoutException _ ->
                    Responses.last(
                            Refusal.request(
                                    Refusal.TIMEOUT,
                                    "body_too_slow",
                                    "the body has not come within %d s"
                                            .formatted(BODY_TIMEOUT.toSeconds())));
            case ClusterException late ->
                    Responses.refusal(
                            Refusal.unavailable(
                                    "cluster_unavailable", String.valueOf(late.getMessage())));
            default -> Responses.refusal(defect(cause));
        };
    }

    private static Refusal defect(Throwable cause) {
        LOG.warn("a request failed", cause);
        return Refusal.internal("the request failed; the node's log says more");
    }

    private static HttpResponse health(int status, String word) {
        ObjectNode body = JsonMapper.shared().createObjectNode().put("status", word);
        return Responses.json(status, body);
    }

    private static HttpResponse ready(ClusterState state) {
        boolean isReady = state.models().stream().anyMatch(RequestHandler::isReady);
        return isReady
                ? health(Refusal.OK, "ready")
                : health(Refusal.UNAVAILABLE, "no model is ready");
    }

    private static boolean isReady(ModelStatus model) {
        return model.phase() == ModelPhase.READY;
    }

    private HttpResponse models(ClusterState state) {
        ObjectNode body = JsonMapper.shared().createObjectNode().put("object", "list");
        ArrayNode data = body.putArray("data");
        for (ModelStatus model : state.models()) {
            data.addObject()
                    .put("id", model.spec().name())
                    .put("object", "model")
                    .put("created", startSeconds)
                    .put("owned_by", "boltmesh");
        }
        return Responses.json(Refusal.OK, body);
    }

    private CompletionStage<HttpResponse> answer(
            Shape shape, byte[] body, GatewayConnection connection) {
        CompletionCall call = CallReader.read(shape, body, ThreadLocalRandom.current());
        return access.state()
                .thenApply(state -> unservable(call.model(), state.models()))
                // A request searches its model longer than this question for the state takes.
                .exceptionally(RequestHandler::servableAsFarAsKnown)
                .thenCompose(
                        refusal ->
                                refusal.<CompletionStage<HttpResponse>>map(
                                                reason ->
                                                        CompletableFuture.completedFuture(
                                                                Responses.refusal(reason)))
                                        .orElseGet(() -> begin(call, connection)));
    }

    private static Optional<Refusal> servableAsFarAsKnown(Throwable fault) {
        LOG.debug("the cluster's state is not known: {}", fault.toString());
        return Optional.empty();
    }

    /** A model that has served before is waited for: it is being put together again. */
    private static Optional<Refusal> unservable(String name, List<ModelStatus> models) {
        Optional<ModelStatus> model =
                models.stream().filter(each -> each.spec().name().equals(name)).findFirst();
        if (model.isEmpty()) {
            return Optional.of(Refusal.unknownModel(name));
        }
        ModelStatus status = model.get();
        boolean isBack = status.phase() == ModelPhase.LOADING && status.restarts() > 0;
        return isReady(status) || isBack
                ? Optional.empty()
                : Optional.of(
                        Refusal.unavailable(
                                "model_loading",
                                "model %s is not ready yet%s"
                                        .formatted(
                                                name,
                                                status.detail().isEmpty()
                                                        ? ""
                                                        : ": " + status.detail())));
    }

    private CompletionStage<HttpResponse> begin(CompletionCall call, GatewayConnection connection) {
        var writer =
                new ReplyWriter(
                        call,
                        UUID.randomUUID().toString().replace("-", ""),
                        clock.instant().getEpochSecond());
        return call.stream() ? stream(call, writer, connection) : whole(call, writer, connection);
    }

    private CompletionStage<HttpResponse> whole(
            CompletionCall call, ReplyWriter writer, GatewayConnection connection) {
        var reply = new WholeReply(call, writer);
        start(new AnswerRun(call, reply), connection);
        return reply.response();
    }

    private CompletionStage<HttpResponse> stream(
            CompletionCall call, ReplyWriter writer, GatewayConnection connection) {
        var events = new EventStream(call, writer);
        var run = new AnswerRun(call, events);
        events.onCancel(run::cancel);
        start(run, connection);
        return events.first()
                .completeOnTimeout(
                        Optional.empty(), STATUS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(
                        refusal ->
                                refusal.map(Responses::refusal)
                                        .orElseGet(() -> Responses.events(events.source())));
    }

    private void start(AnswerRun run, GatewayConnection connection) {
        connection.track(run);
        run.start(access);
    }
}
