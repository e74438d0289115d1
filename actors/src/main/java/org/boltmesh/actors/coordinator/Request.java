package org.boltmesh.actors.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.shards.tokenizer.TokenBytes;
import org.boltmesh.shards.tokenizer.Utf8Stream;

/** One request at a coordinator, with the tokens of its answer so far. Owned by the coordinator. */
final class Request {
    /** Where a request is. */
    enum State {
        /** It waits for the pipeline. */
        WAITING,
        /** The head's engine turns its prompt into tokens. */
        PREPARING,
        /** The head's engine continues it. */
        GENERATING
    }

    private final long id;
    private final AnswerRequest ask;
    private final ActorRef<AnswerEvent> client;
    private final List<Integer> answered;
    private final Utf8Stream text = new Utf8Stream();
    private int spelled;
    private Optional<List<Integer>> prompt = Optional.empty();
    private State state = State.WAITING;
    private int attempts;

    Request(long id, AnswerRequest ask, List<Integer> answered, ActorRef<AnswerEvent> client) {
        this.id = id;
        this.ask = ask;
        this.answered = new ArrayList<>(answered);
        this.client = client;
    }

    long id() {
        return id;
    }

    AnswerRequest ask() {
        return ask;
    }

    ActorRef<AnswerEvent> client() {
        return client;
    }

    State state() {
        return state;
    }

    /** Its tokens are asked for. */
    void prepare() {
        state = State.PREPARING;
    }

    /** The prompt in tokens, once known. It stays known over restarts of the engine. */
    Optional<List<Integer>> prompt() {
        return prompt;
    }

    void prepared(List<Integer> tokens) {
        prompt = Optional.of(List.copyOf(tokens));
    }

    /** Prompt and answer so far: what the engine is given. */
    List<Integer> tokens() {
        List<Integer> all = new ArrayList<>(prompt.orElse(List.of()));
        all.addAll(answered);
        return all;
    }

    int answeredCount() {
        return answered.size();
    }

    int missingCount() {
        return ask.maxTokens() - answered.size();
    }

    void generate() {
        state = State.GENERATING;
        attempts++;
    }

    /** It has to be begun anew with the tokens that it has. */
    void interrupt() {
        state = State.WAITING;
    }

    /** How often it was continued after a fault. */
    int recoveries() {
        return Math.max(0, attempts - 1);
    }

    /** Takes a token; returns what the text grows by. What came before it is spelled first. */
    String append(int token, TokenBytes bytes) {
        spell(bytes);
        answered.add(token);
        return spell(bytes);
    }

    private String spell(TokenBytes bytes) {
        StringBuilder grown = new StringBuilder();
        while (spelled < answered.size()) {
            grown.append(text.append(bytes.bytes(answered.get(spelled++))));
        }
        return grown.toString();
    }

    /** The rest of the text. */
    String finish(TokenBytes bytes) {
        spell(bytes);
        return text.finish();
    }
}
