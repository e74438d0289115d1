package org.boltmesh.shards.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.TokenLogprob;

/**
 * What a step gave for each of its chunks. Its executor owns it and fills it anew for each step.
 * Not thread-safe.
 */
public final class SampledTokens {
    /** What came of a chunk. */
    public enum Kind {
        /** It did not ask for a token. */
        NONE(0),
        /** A token. */
        TOKEN(1),
        /** Logits that no token can be chosen from. */
        BAD_LOGITS(2),
        /** Sampling options that do not fit the model. */
        BAD_OPTIONS(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** What stands for it in messages. */
        int code() {
            return code;
        }
    }

    private final Kind[] kinds = new Kind[Step.CHUNKS_MAX];
    private final int[] tokens = new int[Step.CHUNKS_MAX];
    private final List<List<TokenLogprob>> logprobs =
            new ArrayList<>(Collections.nCopies(Step.CHUNKS_MAX, List.of()));
    private final List<String> messages = new ArrayList<>(Collections.nCopies(Step.CHUNKS_MAX, ""));
    private int chunkCount;

    /** Empty. */
    public SampledTokens() {
        clear(0);
    }

    void clear(int newChunkCount) {
        chunkCount = newChunkCount;
        for (int chunk = 0; chunk < Step.CHUNKS_MAX; chunk++) {
            kinds[chunk] = Kind.NONE;
            tokens[chunk] = -1;
            logprobs.set(chunk, List.of());
            messages.set(chunk, "");
        }
    }

    void setToken(int chunk, int token, List<TokenLogprob> tokenLogprobs) {
        kinds[chunk] = Kind.TOKEN;
        tokens[chunk] = token;
        logprobs.set(chunk, tokenLogprobs);
    }

    void setFault(int chunk, Kind kind, String message) {
        kinds[chunk] = kind;
        messages.set(chunk, message);
    }

    /** Chunks of the step. */
    public int chunkCount() {
        return chunkCount;
    }

    /** What came of a chunk. */
    public Kind kind(int chunk) {
        return kinds[chunk];
    }

    /** The token that follows a chunk; -1 without one. */
    public int token(int chunk) {
        return tokens[chunk];
    }

    /** Where asked for: the token itself, then the likeliest ones. */
    public List<TokenLogprob> logprobs(int chunk) {
        return logprobs.get(chunk);
    }

    /** Why there is no token; empty where there is one. */
    public String message(int chunk) {
        return messages.get(chunk);
    }
}
