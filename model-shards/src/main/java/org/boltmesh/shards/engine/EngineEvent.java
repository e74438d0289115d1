package org.boltmesh.shards.engine;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.OptionalLong;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.sampling.TokenLogprob;

/** What an engine tells the one control process that is connected to it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = EngineEvent.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = EngineEvent.LoadProgress.class, name = "load-progress"),
    @JsonSubTypes.Type(value = EngineEvent.Loaded.class, name = "loaded"),
    @JsonSubTypes.Type(value = EngineEvent.Joined.class, name = "joined"),
    @JsonSubTypes.Type(value = EngineEvent.Tokenized.class, name = "tokenized"),
    @JsonSubTypes.Type(value = EngineEvent.Token.class, name = "token"),
    @JsonSubTypes.Type(value = EngineEvent.Finished.class, name = "finished"),
    @JsonSubTypes.Type(value = EngineEvent.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = EngineEvent.Heartbeat.class, name = "heartbeat"),
})
public sealed interface EngineEvent {

    /** The first event of every connection that is accepted. */
    record Hello(int protocolVersion, long processId) implements EngineEvent {
        /** Counts up when a request or event changes its meaning. */
        public static final int PROTOCOL_VERSION = 1;
    }

    /** How far loading is, in bytes of weights. */
    record LoadProgress(long requestId, long doneBytes, long totalBytes) implements EngineEvent {}

    /** The model can be used. */
    record Loaded(long requestId, ShardInfo shard, VocabularyFacts vocabulary)
            implements EngineEvent {}

    /** The engine has its place in the pipeline of this epoch; its channels are open. */
    record Joined(long requestId, long epoch) implements EngineEvent {}

    /** The ids of a text. */
    record Tokenized(long requestId, List<Integer> tokens) implements EngineEvent {
        public Tokenized {
            tokens = List.copyOf(tokens);
        }
    }

    /**
     * One new token.
     *
     * @param index 0 for the first new token of its request
     * @param logprobs where the request asked for any: the token itself, then the likeliest ones
     */
    record Token(long requestId, int index, int token, List<TokenLogprob> logprobs)
            implements EngineEvent {
        public Token {
            logprobs = List.copyOf(logprobs);
        }
    }

    /** The last event of a generation that did not fail. */
    record Finished(
            long requestId,
            FinishReason reason,
            int promptTokens,
            int generatedTokens,
            GenerationTimes times)
            implements EngineEvent {}

    /** The last event of a request that failed; without an id it concerns the connection. */
    record Failed(OptionalLong requestId, FailureCode code, String message)
            implements EngineEvent {}

    /**
     * Sent about once a second and as the answer to a ping, by another thread than the step loop: a
     * step that hangs shows as a step count that stands still and a time that grows.
     *
     * @param steps steps finished since the process started
     * @param stepRunningNs how long the present step, or load, has been running; 0 between them
     * @param active generations that hold a sequence
     * @param waiting generations that wait for one
     */
    record Heartbeat(long steps, long stepRunningNs, int active, int waiting)
            implements EngineEvent {}
}
