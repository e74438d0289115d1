package org.boltmesh.actors.coordinator;

import java.util.List;
import org.boltmesh.actors.serialization.RemoteMessage;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;

/** What becomes of a request: begun, tokens in order, and an end. */
public sealed interface AnswerEvent extends RemoteMessage {
    /** The prompt in tokens; may come again after a restart, and then says the same. */
    record Begun(List<Integer> promptTokens) implements AnswerEvent {
        public Begun {
            promptTokens = List.copyOf(promptTokens);
        }
    }

    /**
     * One new token.
     *
     * @param index 0 for the first of the answer
     * @param text what the answer's text grows by; empty within a character of several tokens
     * @param logprobs where asked for: the token itself, then the likeliest ones
     */
    record Token(int index, int token, String text, List<SpelledLogprob> logprobs)
            implements AnswerEvent {
        public Token {
            logprobs = List.copyOf(logprobs);
        }
    }

    /**
     * The end.
     *
     * @param text the rest of a character that was cut
     * @param times of the last attempt
     * @param recoveries how often the answer was continued after a fault
     */
    record Finished(FinishReason reason, String text, GenerationTimes times, int recoveries)
            implements AnswerEvent {}

    /** There is no answer, or no more of it. */
    record Failed(FailureCode code, String reason) implements AnswerEvent {}
}
