package org.boltmesh.bootstrap.gateway;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.scaladsl.model.EntityStreamException;
import org.apache.pekko.http.scaladsl.model.EntityStreamSizeException;
import org.apache.pekko.stream.StreamTcpException;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.actors.session.ClusterException;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;
import org.boltmesh.bootstrap.metrics.NodeMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests. Never blocks; thread-safe. */
final class RequestHandler {
    /** Of a body; a prompt may have 120 KiB. */
    static final int BODY_MAX_BYTES = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    /** Metrics without the cluster's state are better than late ones. */
    private static final Duration STATE_TIMEOUT = Duration.ofSeconds(2);

    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Nobody may read it; without a response Pekko HTTP would keep the connection for ever. */
    private static final Refusal HUNG_UP =
            Refusal.request(
                    Refusal.TIMEOUT,
                    "client_closed",
                    "the client closed the connection, and the answer was cancelled");

    private static final String UNKNOWN_ROUTE = "unknown";

    private final ActorSystem<?> system;
    private final ClusterAccess access;
    private final Gatekeeper gatekeeper;
    private final NodeMetrics metrics;
    private final GatewayTimes times;
    private final Clock clock;
    private final StateReplies replies;

    /** A handler of a node's requests. */
    RequestHandler(
            ActorSystem<?> system,
            ClusterAccess access,
            Gatekeeper gatekeeper,
            NodeMetrics metrics,
            GatewayTimes times,
            Clock clock) {
        this.system = system;
        this.access = access;
        this.gatekeeper = gatekeeper;
        this.metrics = metrics;
        this.times = times;
        this.clock = clock;
        replies = new StateReplies(clock.instant().getEpochSecond());
    }

    /** The response; never fails. The limit of a size is told apart from other faults of a body. */
    CompletionStage<HttpResponse> handle(HttpRequest request, GatewayConnection connection) {
        String route = Route.of(request.getUri().path()).map(Route::path).orElse(UNKNOWN_ROUTE);
        return request.entity()
                .withSizeLimit(BODY_MAX_BYTES)
                .toStrict(times.body().toMillis(), Long.MAX_VALUE, system)
                .thenCompose(body -> serve(request, body.getData().toArray(), connection))
                .exceptionally(this::failure)
                .thenApply(
                        response -> {
                            metrics.responded(route, response.status().intValue());
                            return response;
                        });
    }

    private CompletionStage<HttpResponse> serve(
            HttpRequest request, byte[] body, GatewayConnection connection) {
        return switch (gatekeeper.admit(request)) {
            case LIVE -> now(StateReplies.health(Refusal.OK, "live"));
            case READY -> access.state().thenApply(StateReplies::ready);
            case METRICS -> metrics();
            case OPENAPI -> now(Responses.text("application/json", OpenApi.TEXT));
            case MODELS -> access.state().thenApply(replies::models);
            case MODEL -> model(Route.MODEL.parameter(request.getUri().path()));
            case COMPLETIONS -> answer(Shape.TEXT, body, connection);
            case CHAT -> answer(Shape.CHAT, body, connection);
        };
    }

    private static CompletionStage<HttpResponse> now(HttpResponse response) {
        return CompletableFuture.completedFuture(response);
    }

    private CompletionStage<HttpResponse> model(String name) {
        return access.state().thenApply(state -> replies.model(state, name));
    }

    private CompletionStage<HttpResponse> metrics() {
        return access.state()
                .thenApply(Optional::of)
                .exceptionally(RequestHandler::notKnown)
                .toCompletableFuture()
                .completeOnTimeout(
                        Optional.empty(), STATE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(state -> Responses.text(METRICS_TYPE, metrics.scrape(state)));
    }

    private static <T> Optional<T> notKnown(Throwable fault) {
        LOG.debug("the cluster's state is not known: {}", fault.toString());
        return Optional.empty();
    }

    private HttpResponse failure(Throwable fault) {
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
            case EntityStreamException broken ->
                    Responses.last(
                            Refusal.request(
                                    Refusal.BAD_REQUEST,
                                    "bad_http",
                                    "the body is broken: " + broken.getMessage()));
            // Nobody will read it.
            case StreamTcpException gone ->
                    Responses.last(
                            Refusal.request(
                                    Refusal.BAD_REQUEST,
                                    "bad_http",
                                    "the connection broke: " + gone.getMessage()));
            case TimeoutException _ ->
                    Responses.last(
                            Refusal.request(
                                    Refusal.TIMEOUT,
                                    "body_too_slow",
                                    "the body has not come within %d s"
                                            .formatted(times.body().toSeconds())));
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

    private CompletionStage<HttpResponse> answer(
            Shape shape, byte[] body, GatewayConnection connection) {
        CompletionCall call = CallReader.read(shape, body, ThreadLocalRandom.current());
        return access.state()
                .thenApply(state -> StateReplies.unservable(state, call.model()))
                // A request searches its model longer than this question for the state takes.
                .exceptionally(RequestHandler::notKnown)
                .thenCompose(
                        refusal ->
                                refusal.map(reason -> refuse(call, reason))
                                        .orElseGet(() -> begin(call, connection)));
    }

    private CompletionStage<HttpResponse> refuse(CompletionCall call, Refusal reason) {
        if (reason.status() == Refusal.NOT_FOUND) {
            metrics.unknownModel();
        } else {
            metrics.answer(call.model()).ended(reason.outcome());
        }
        return now(Responses.refusal(reason));
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
        start(run(call, reply), connection, () -> reply.end(HUNG_UP));
        return reply.response();
    }

    private CompletionStage<HttpResponse> stream(
            CompletionCall call, ReplyWriter writer, GatewayConnection connection) {
        var events = new EventStream(call, writer, times);
        AnswerRun run = run(call, events);
        events.onCancel(run::cancel);
        start(run, connection, () -> events.end(HUNG_UP));
        return events.first()
                .completeOnTimeout(
                        Optional.empty(), times.status().toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(
                        refusal ->
                                refusal.map(Responses::refusal)
                                        .orElseGet(() -> Responses.events(events.source())));
    }

    private AnswerRun run(CompletionCall call, Consumer<AnswerPart> listener) {
        return new AnswerRun(call, listener, metrics.answer(call.model()));
    }

    private void start(AnswerRun run, GatewayConnection connection, Runnable onCancelled) {
        run.onCancelled(onCancelled);
        connection.track(run);
        run.start(access);
    }
}
