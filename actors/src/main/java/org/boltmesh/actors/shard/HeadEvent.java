package org.boltmesh.actors.shard;

import java.util.List;
import org.boltmesh.shards.engine.EngineEvent;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.sampling.TokenLogprob;

/** What the head's shard answers; on one node only. */
public sealed interface HeadEvent {
    /** The id of the question. */
    long id();

    /** The ids of a text, or of a conversation as a prompt. */
    record Tokenized(long id, List<Integer> tokens) implements HeadEvent {
        public Tokenized {
            tokens = List.copyOf(tokens);
        }
    }

    /**
     * One new token.
     *
     * @param index 0 for the first new one
     * @param logprobs where asked for: the token itself, then the likeliest ones
     */
    record TokenCame(long id, int index, int token, List<TokenLogprob> logprobs)
            implements HeadEvent {
        public TokenCame {
            logprobs = List.copyOf(logprobs);
        }
    }

    /** The last event of a generation that did not fail. */
    record Ended(long id, EngineEvent.Finished finished) implements HeadEvent {}

    /** The last event of what failed; the message is a sentence for people. */
    record Failed(long id, FailureCode code, String message) implements HeadEvent {}
}
