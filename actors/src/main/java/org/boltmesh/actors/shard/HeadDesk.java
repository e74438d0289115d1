package org.boltmesh.actors.shard;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.shards.engine.EngineClient;
import org.boltmesh.shards.engine.EngineEvent;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.engine.EngineRequest;
import org.boltmesh.shards.engine.FailureCode;

/**
 * Passes questions to the head's engine and its answers on. Its actor asks; the client's receiving
 * thread answers, in the engine's order.
 */
final class HeadDesk {
    private final EngineClient client;
    private final Map<Long, Long> requestIds = new ConcurrentHashMap<>();

    HeadDesk(EngineClient client) {
        this.client = client;
    }

    void serve(LayerShard.HeadRequest request) {
        switch (request) {
            case LayerShard.Tokenize tokenize -> tokenize(tokenize);
            case LayerShard.TokenizeChat chat -> tokenize(chat);
            case LayerShard.Generate generate -> generate(generate);
            case LayerShard.CancelGeneration cancel -> cancel(cancel.id());
        }
    }

    /** Answers a question that there is no engine for. */
    static void refuse(LayerShard.HeadRequest request, FailureCode code, String sentence) {
        switch (request) {
            case LayerShard.Tokenize(long id, _, _, _, var replyTo) ->
                    replyTo.tell(new HeadEvent.Failed(id, code, sentence));
            case LayerShard.TokenizeChat(long id, _, var replyTo) ->
                    replyTo.tell(new HeadEvent.Failed(id, code, sentence));
            case LayerShard.Generate(long id, _, var replyTo) ->
                    replyTo.tell(new HeadEvent.Failed(id, code, sentence));
            case LayerShard.CancelGeneration _ -> {} // what it means has failed already
        }
    }

    private void tokenize(LayerShard.Tokenize ask) {
        answer(
                client.tokenize(ask.text(), ask.addSpecial(), ask.parseSpecial())
                        .thenApply(tokens -> new HeadEvent.Tokenized(ask.id(), tokens)),
                ask.id(),
                ask.replyTo());
    }

    private void tokenize(LayerShard.TokenizeChat ask) {
        answer(
                client.tokenize(ask.messages())
                        .thenApply(tokens -> new HeadEvent.Tokenized(ask.id(), tokens)),
                ask.id(),
                ask.replyTo());
    }

    private static void answer(
            CompletableFuture<? extends HeadEvent> answer, long id, ActorRef<HeadEvent> replyTo) {
        var _ =
                answer.<HeadEvent>thenApply(event -> event)
                        .exceptionally(fault -> failed(id, fault))
                        .thenAccept(replyTo::tell);
    }

    private void generate(LayerShard.Generate ask) {
        long id = ask.id();
        long requestId = client.newRequestId();
        if (requestIds.putIfAbsent(id, requestId) != null) {
            refuse(
                    ask,
                    FailureCode.INVALID_REQUEST,
                    "generation %d runs already, want a new id".formatted(id));
            return;
        }
        ActorRef<HeadEvent> replyTo = ask.replyTo();
        var finished =
                client.generate(
                        request(requestId, ask.work()),
                        token -> replyTo.tell(tokenCame(id, token)));
        answer(
                finished.whenComplete((_, _) -> requestIds.remove(id))
                        .thenApply(last -> new HeadEvent.Ended(id, last)),
                id,
                replyTo);
    }

    private static HeadEvent tokenCame(long id, EngineEvent.Token token) {
        return new HeadEvent.TokenCame(id, token.index(), token.token(), token.logprobs());
    }

    private static EngineRequest.Generate request(long requestId, GenerateWork work) {
        return new EngineRequest.Generate(
                requestId,
                work.prompt(),
                work.sampling(),
                work.maxTokens(),
                work.choice(),
                work.stopOnEnd(),
                work.answeredCount());
    }

    private void cancel(long id) {
        Long requestId = requestIds.get(id);
        if (requestId != null) {
            client.cancel(requestId);
        }
    }

    private static HeadEvent failed(long id, Throwable fault) {
        EngineException failure = EngineFailures.of(fault);
        return new HeadEvent.Failed(id, failure.code(), String.valueOf(failure.getMessage()));
    }
}
