package org.boltmesh.bootstrap.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.StreamSupport;
import org.apache.pekko.Done;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.http.javadsl.model.HttpProtocols;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.headers.Connection;
import org.apache.pekko.stream.KillSwitches;
import org.apache.pekko.stream.OverflowStrategy;
import org.apache.pekko.stream.SharedKillSwitch;
import org.apache.pekko.stream.javadsl.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection and the answers that are open on it. They are cancelled when it closes.
 * Pekko HTTP does not tell handlers of that, but its flow of requests ends, as long as somebody
 * asks it for more. Thread-safe.
 */
final class GatewayConnection {
    /** Requests that may come before the one in work is answered. */
    static final int PIPELINE_MAX = 16;

    private final ActorSystem<?> system;
    private final RequestHandler handler;
    private final Duration headTimeout;
    private final SharedKillSwitch kill = KillSwitches.shared("connection");
    private final Set<AnswerRun> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicLong turn = new AtomicLong();
    private final CompletableFuture<Done> closed = new CompletableFuture<>();

    /** Whether the flow of requests ends behind the current one without the client's doing. */
    private volatile boolean endsByItself;

    private volatile boolean ended;

    /** A connection that has just come. */
    GatewayConnection(ActorSystem<?> system, RequestHandler handler, GatewayTimes times) {
        this.system = system;
        this.handler = handler;
        headTimeout = times.head();
    }

    /** Serves one request after the other. */
    Flow<HttpRequest, HttpResponse, NotUsed> flow() {
        awaitHead();
        return Flow.of(HttpRequest.class)
                .watchTermination(
                        (NotUsed none, CompletionStage<Done> done) -> {
                            done.whenComplete((_, fault) -> onRequestsEnd(fault));
                            return none;
                        })
                .via(kill.flow())
                .buffer(PIPELINE_MAX, OverflowStrategy.backpressure())
                .mapAsync(1, this::serve);
    }

    /** Completed when the client is gone. */
    CompletableFuture<Done> closed() {
        return closed;
    }

    private CompletionStage<HttpResponse> serve(HttpRequest request) {
        busy.incrementAndGet();
        turn.incrementAndGet();
        endsByItself = !request.entity().isStrict() && isLast(request);
        return handler.handle(request, this)
                .whenComplete(
                        (_, _) -> {
                            busy.decrementAndGet();
                            onIdle();
                        });
    }

    private static boolean isLast(HttpRequest request) {
        List<String> words =
                request.getHeader(Connection.class).stream()
                        .flatMap(
                                header ->
                                        StreamSupport.stream(
                                                header.getTokens().spliterator(), false))
                        .map(word -> word.toLowerCase(Locale.ROOT))
                        .toList();
        return request.protocol().equals(HttpProtocols.HTTP_1_0)
                ? !words.contains("keep-alive")
                : words.contains("close");
    }

    /**
     * The client is gone, unless its last request said that it is the last: where such a body came
     * in pieces, Pekko ends the flow behind it. It then reads no more, so that only what is written
     * shows whether the client is still there.
     */
    private void onRequestsEnd(@Nullable Throwable fault) {
        if (fault != null || !endsByItself) {
            close();
            return;
        }
        ended = true;
        closeIfOver();
    }

    private void onIdle() {
        awaitHead();
        if (ended) {
            closeIfOver();
        }
    }

    private void closeIfOver() {
        if (busy.get() == 0 && open.isEmpty()) {
            close();
        }
    }

    /** Takes an answer into its care. */
    void track(AnswerRun run) {
        open.add(run);
        var _ =
                run.over()
                        .thenRun(
                                () -> {
                                    open.remove(run);
                                    onIdle();
                                });
        if (closed.isDone()) {
            run.cancel();
        }
    }

    private void awaitHead() {
        long now = turn.incrementAndGet();
        system.scheduler()
                .scheduleOnce(headTimeout, () -> endIfSilent(now), system.executionContext());
    }

    private void endIfSilent(long since) {
        if (turn.get() == since && busy.get() == 0 && open.isEmpty()) {
            kill.shutdown();
        }
    }

    private void close() {
        closed.complete(Done.getInstance());
        open.forEach(AnswerRun::cancel);
    }

    /** Answers that its client waits for. */
    int openCount() {
        return open.size();
    }

    /** Ends open answers with a reason; returns whether there was one. */
    boolean stop(Refusal refusal) {
        boolean isOpen = !open.isEmpty();
        open.forEach(run -> run.fail(refusal));
        return isOpen;
    }
}
