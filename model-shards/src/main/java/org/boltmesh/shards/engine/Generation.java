package org.boltmesh.shards.engine;

import java.util.List;
import java.util.OptionalLong;
import org.boltmesh.shards.engine.EngineRequest.Generate;
import org.boltmesh.shards.pipeline.SequenceOptions;
import org.boltmesh.shards.sampling.TokenLogprob;

/**
 * One generation on its way through the step loop: its tokens, and how many of them are computed.
 * Made by a session, then owned by the step loop.
 */
final class Generation {
    /** Stands for the sequence of a generation that has none. */
    static final int NO_SEQUENCE = -1;

    private final Generate request;
    private final EventSink sink;
    private final int[] tokens;
    private final int promptLength;
    private int length;
    private int computed;
    private int sequence = NO_SEQUENCE;
    private int decoded;
    private long startNs;
    private long firstNs;
    private long lastNs;

    /** Touched by the session's thread alone. */
    private boolean cancelAsked;

    /**
     * A generation of a request that was checked.
     *
     * @param contextMax positions a sequence can have; the last token need not be stored
     */
    Generation(Generate request, int contextMax, EventSink sink) {
        this.request = request;
        this.sink = sink;
        promptLength = request.prompt().size();
        length = promptLength;
        int newMax = Math.min(request.maxTokens(), contextMax - promptLength + 1);
        tokens = new int[promptLength + newMax];
        int[] prompt = request.prompt().stream().mapToInt(Integer::intValue).toArray();
        System.arraycopy(prompt, 0, tokens, 0, promptLength);
    }

    Generate request() {
        return request;
    }

    /** True the first time; the session's thread asks before it cancels. */
    boolean cancelOnce() {
        boolean first = !cancelAsked;
        cancelAsked = true;
        return first;
    }

    EventSink sink() {
        return sink;
    }

    int sequence() {
        return sequence;
    }

    void assign(int newSequence) {
        sequence = newSequence;
    }

    /** All tokens; the first {@link #length()} are set. */
    int[] tokens() {
        return tokens;
    }

    int length() {
        return length;
    }

    /** Tokens whose keys and values are stored, and so the position of the next to compute. */
    int computed() {
        return computed;
    }

    /** Tokens to compute before the next can be picked. */
    int uncomputed() {
        return length - computed;
    }

    void advance(int count) {
        computed += count;
    }

    int generated() {
        return length - promptLength;
    }

    boolean isFull() {
        return length == tokens.length;
    }

    /** How its tokens are chosen, wherever that is done. */
    SequenceOptions options() {
        return new SequenceOptions(
                request.sampling(), request.choice(), promptLength - request.answeredCount());
    }

    /** Appends a chosen token and tells the sink. */
    void append(int token, List<TokenLogprob> logprobs) {
        int index = generated();
        tokens[length++] = token;
        sink.send(new EngineEvent.Token(request.requestId(), index, token, logprobs));
    }

    /** Notes that a step which holds some of its tokens begins. */
    void noteStart(long nowNs) {
        if (computed == 0) {
            startNs = nowNs;
            firstNs = nowNs;
            lastNs = nowNs;
        }
    }

    /** Notes that logits for a next token came. */
    void noteLogits(long nowNs) {
        if (generated() == 0) {
            firstNs = nowNs;
        } else {
            decoded++;
        }
        lastNs = nowNs;
    }

    /** Tells the sink that this is over. */
    void finish(FinishReason reason) {
        int prefilled = Math.min(computed, promptLength);
        var times = new GenerationTimes(prefilled, firstNs - startNs, decoded, lastNs - firstNs);
        sink.send(
                new EngineEvent.Finished(
                        request.requestId(), reason, promptLength, generated(), times));
    }

    /** Tells the sink that this failed. */
    void fail(FailureCode code, String message) {
        sink.send(new EngineEvent.Failed(OptionalLong.of(request.requestId()), code, message));
    }
}
