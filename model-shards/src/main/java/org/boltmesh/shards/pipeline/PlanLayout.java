package org.boltmesh.shards.pipeline;

import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * Offsets of a step plan: header, live and spoilt sequences, chunks, their tokens, and the options
 * of each chunk that begins its sequence, in the order of the chunks.
 */
final class PlanLayout {
    /** A bit per sequence that exists after this step; stages forget all others. */
    static final int LIVE_OFFSET = MessageHeader.LENGTH_BYTES;

    /** A bit per sequence whose stored keys and values may be no numbers; stages clear them. */
    static final int SPOILT_OFFSET = LIVE_OFFSET + Integer.BYTES;

    static final int CHUNK_COUNT_OFFSET = SPOILT_OFFSET + Integer.BYTES;
    static final int CHUNKS_OFFSET = CHUNK_COUNT_OFFSET + Integer.BYTES;

    static final int SEQUENCE = 0;
    static final int POSITION = 4;
    static final int TOKEN_COUNT = 8;
    static final int WANTS_LOGITS = 12;
    static final int CHUNK_BYTES = 16;

    static final int TEMPERATURE = 0;
    static final int TOP_P = 8;
    static final int MIN_P = 16;
    static final int REPETITION_PENALTY = 24;
    static final int FREQUENCY_PENALTY = 32;
    static final int PRESENCE_PENALTY = 40;
    static final int SEED = 48;
    static final int CHOICE = 56;
    static final int PROMPT_SIZE = 60;
    static final int TOP_K = 64;
    static final int PENALTY_WINDOW = 68;
    static final int LOGPROBS = 72;
    static final int BIAS_COUNT = 76;
    static final int OPTIONS_BYTES = 80;

    static final int BIAS_TOKEN = 0;
    static final int BIAS_VALUE = 4;
    static final int BIAS_BYTES = 8;

    private PlanLayout() {}

    static long chunkOffset(int chunk) {
        return CHUNKS_OFFSET + (long) chunk * CHUNK_BYTES;
    }

    /** Bytes of the longest plan. */
    static long lengthMaxBytes(PipelineLimits limits) {
        return chunkOffset(Step.CHUNKS_MAX)
                + (long) limits.microBatchMax() * Integer.BYTES
                + Step.CHUNKS_MAX
                        * (OPTIONS_BYTES + (long) SamplingOptions.LOGIT_BIAS_MAX * BIAS_BYTES);
    }
}
