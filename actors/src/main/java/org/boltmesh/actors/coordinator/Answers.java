package org.boltmesh.actors.coordinator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.shard.GenerateWork;
import org.boltmesh.actors.shard.HeadEvent;
import org.boltmesh.actors.shard.LayerShard;
import org.boltmesh.shards.engine.EngineEvent;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.engine.VocabularyFacts;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.sampling.TokenLogprob;

/**
 * The requests of one model: which go to the head's engine, what comes back, and which have to be
 * begun anew. Owned by the coordinator. Bounded: more are refused.
 */
final class Answers {
    /** More do not fit the message that tells the client what its prompt is. */
    private static final int PROMPT_MAX_TOKENS = 50_000;

    /** A request that kills engines must not do so for ever. */
    private static final int ATTEMPTS_MAX = 8;

    private static final GenerationTimes NO_TIMES = new GenerationTimes(0, 0, 0, 0);

    private final ModelSpec spec;
    private final ActorRef<HeadEvent> heads;
    private final Map<Long, Request> requests = new LinkedHashMap<>();
    private Optional<VocabularyFacts> vocabulary = Optional.empty();
    private int contextMax = Integer.MAX_VALUE;
    private long nextId = 1;
    private boolean broken;

    /**
     * No requests.
     *
     * @param heads where the head's engine answers
     */
    Answers(ModelSpec spec, ActorRef<HeadEvent> heads) {
        this.spec = spec;
        this.heads = heads;
    }

    void vocabulary(VocabularyFacts facts) {
        vocabulary = Optional.of(facts);
    }

    void limits(PipelineLimits limits) {
        contextMax = limits.contextMax();
    }

    /** Takes a request, or refuses it and says so. */
    boolean submit(ModelCoordinator.Submit submit) {
        int max = spec.sequencesMax() + spec.queueMax();
        if (requests.size() >= max) {
            submit.client()
                    .tell(
                            new AnswerEvent.Failed(
                                    FailureCode.QUEUE_FULL,
                                    "model %s has %d requests, want at most as many; try again later"
                                            .formatted(spec.name(), max)));
            return false;
        }
        long id = nextId++;
        requests.put(id, new Request(id, submit.request(), submit.answered(), submit.client()));
        return true;
    }

    /** Asks the head for what waits. */
    void serve(ActorRef<LayerShard.Command> head) {
        requests.values().stream()
                .filter(request -> request.state() == Request.State.WAITING)
                .toList()
                .forEach(request -> serve(request, head));
    }

    private void serve(Request request, ActorRef<LayerShard.Command> head) {
        if (request.prompt().isPresent()) {
            generate(request, head);
            return;
        }
        request.prepare();
        switch (request.ask().prompt()) {
            case Prompt.Text text ->
                    head.tell(
                            new LayerShard.Tokenize(request.id(), text.text(), true, true, heads));
            case Prompt.Chat chat ->
                    head.tell(new LayerShard.TokenizeChat(request.id(), chat.messages(), heads));
            case Prompt.Tokens tokens -> prepared(request, tokens.ids(), head);
        }
    }

    private void prepared(
            Request request, List<Integer> tokens, ActorRef<LayerShard.Command> head) {
        if (tokens.size() > PROMPT_MAX_TOKENS) {
            fail(
                    request,
                    FailureCode.INVALID_REQUEST,
                    "the prompt has %,d tokens, want at most %,d"
                            .formatted(tokens.size(), PROMPT_MAX_TOKENS));
            return;
        }
        if (tokens.size() > contextMax) {
            fail(
                    request,
                    FailureCode.INVALID_REQUEST,
                    "the prompt has %d tokens, want at most the context of %d; shorten it, or load the model with a larger context where it was trained for more"
                            .formatted(tokens.size(), contextMax));
            return;
        }
        request.prepared(tokens);
        request.client().tell(new AnswerEvent.Begun(tokens));
        generate(request, head);
    }

    private void generate(Request request, ActorRef<LayerShard.Command> head) {
        List<Integer> tokens = request.tokens();
        boolean isFull = tokens.size() > contextMax || request.missingCount() <= 0;
        if (isFull && request.answeredCount() > 0) {
            finish(request, FinishReason.LENGTH, NO_TIMES);
            return;
        }
        request.generate();
        AnswerRequest ask = request.ask();
        head.tell(
                new LayerShard.Generate(
                        request.id(),
                        new GenerateWork(
                                tokens,
                                ask.sampling(),
                                request.missingCount(),
                                ask.choice(),
                                ask.stopOnEnd(),
                                request.answeredCount()),
                        heads));
    }

    /**
     * Takes what the head says.
     *
     * @return the client whose request is over by this
     */
    Optional<ActorRef<AnswerEvent>> onHead(HeadEvent event, ActorRef<LayerShard.Command> head) {
        Request request = requests.get(event.id());
        if (request == null) {
            return Optional.empty();
        }
        switch (event) {
            case HeadEvent.Tokenized tokenized -> prepared(request, tokenized.tokens(), head);
            case HeadEvent.TokenCame came -> onToken(request, came);
            case HeadEvent.Ended ended -> onEnded(request, ended.finished());
            case HeadEvent.Failed failed -> onFailed(request, failed);
        }
        return requests.containsKey(event.id()) ? Optional.empty() : Optional.of(request.client());
    }

    private void onToken(Request request, HeadEvent.TokenCame came) {
        int index = request.answeredCount();
        String text = request.append(came.token(), vocabulary.orElseThrow().tokenBytes());
        List<SpelledLogprob> logprobs = came.logprobs().stream().map(this::spelled).toList();
        request.client().tell(new AnswerEvent.Token(index, came.token(), text, logprobs));
    }

    private SpelledLogprob spelled(TokenLogprob logprob) {
        return SpelledLogprob.of(logprob, vocabulary.orElseThrow().tokenBytes());
    }

    private void onEnded(Request request, EngineEvent.Finished finished) {
        finish(request, finished.reason(), finished.times());
    }

    private void finish(Request request, FinishReason reason, GenerationTimes times) {
        String rest = vocabulary.map(facts -> request.finish(facts.tokenBytes())).orElse("");
        request.client().tell(new AnswerEvent.Finished(reason, rest, times, request.recoveries()));
        requests.remove(request.id());
    }

    private void onFailed(Request request, HeadEvent.Failed failed) {
        if (!isFault(failed.code())) {
            fail(request, failed.code(), failed.message());
        } else if (request.recoveries() >= ATTEMPTS_MAX) {
            fail(
                    request,
                    failed.code(),
                    "given up after %d attempts: %s"
                            .formatted(request.recoveries() + 1, failed.message()));
        } else {
            request.interrupt();
            broken = true;
        }
    }

    private void fail(Request request, FailureCode code, String reason) {
        request.client().tell(new AnswerEvent.Failed(code, reason));
        requests.remove(request.id());
    }

    /** Whether the request was good, and its answer can go on once the pipeline is back. */
    private static boolean isFault(FailureCode code) {
        return switch (code) {
            case LOST, PIPELINE, STOPPING, NOT_LOADED, NOT_JOINED, BUSY -> true;
            case PROTOCOL, INVALID_REQUEST, ALREADY_LOADED, MODEL, LIBRARY, QUEUE_FULL, INTERNAL ->
                    false;
        };
    }

    /** Whether a request was interrupted since this was last asked. */
    boolean takeBroken() {
        boolean was = broken;
        broken = false;
        return was;
    }

    /**
     * Ends a client's request early.
     *
     * @param head whose engine may be at it
     * @return whether there was one
     */
    boolean cancel(ActorRef<AnswerEvent> client, Optional<ActorRef<LayerShard.Command>> head) {
        for (Request request : new ArrayList<>(requests.values())) {
            if (request.client().equals(client)) {
                head.filter(_ -> request.state() == Request.State.GENERATING)
                        .ifPresent(
                                shard -> shard.tell(new LayerShard.CancelGeneration(request.id())));
                finish(request, FinishReason.CANCELLED, NO_TIMES);
                return true;
            }
        }
        return false;
    }

    /** Ends all requests for good. */
    void endAll(String reason) {
        requests.values().forEach(request -> request.client().tell(stopped(reason)));
        requests.clear();
    }

    static AnswerEvent.Failed stopped(String reason) {
        return new AnswerEvent.Failed(FailureCode.NOT_LOADED, reason);
    }

    /** Requests that can hold a sequence; the engine has a queue of its own for the others. */
    int activeCount() {
        long begun =
                requests.values().stream()
                        .filter(request -> request.state() != Request.State.WAITING)
                        .count();
        return (int) Math.min(begun, spec.sequencesMax());
    }

    int waitingCount() {
        return requests.size() - activeCount();
    }
}
