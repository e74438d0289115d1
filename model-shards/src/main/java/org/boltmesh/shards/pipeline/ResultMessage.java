package org.boltmesh.shards.pipeline;

import static org.boltmesh.shards.pipeline.MessageHeader.DOUBLE;
import static org.boltmesh.shards.pipeline.MessageHeader.INT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.sampling.TokenLogprob;

/** What the last stage tells the head of a step: per chunk a token with logprobs, or a fault. */
final class ResultMessage {
    private static final int CHUNK_COUNT_OFFSET = MessageHeader.LENGTH_BYTES;
    private static final int CHUNKS_OFFSET = CHUNK_COUNT_OFFSET + Integer.BYTES;

    private static final int KIND = 0;
    private static final int TOKEN = 4;

    /** Logprobs of a token, bytes of the message of a fault. */
    private static final int COUNT = 8;

    private static final int CHUNK_BYTES = 12;

    private static final int LOGPROB_TOKEN = 0;
    private static final int LOGPROB_VALUE = 4;
    private static final int LOGPROB_BYTES = 12;
    private static final int LOGPROBS_MAX = SamplingOptions.LOGPROBS_MAX + 1;
    private static final int TEXT_MAX_BYTES = 512;

    /** By code, which counts from 0. */
    private static final SampledTokens.Kind[] KINDS = {
        SampledTokens.Kind.NONE,
        SampledTokens.Kind.TOKEN,
        SampledTokens.Kind.BAD_LOGITS,
        SampledTokens.Kind.BAD_OPTIONS
    };

    private ResultMessage() {}

    /** Bytes of the longest result. */
    static long lengthMaxBytes() {
        return CHUNKS_OFFSET
                + (long) Step.CHUNKS_MAX
                        * (CHUNK_BYTES + Math.max(TEXT_MAX_BYTES, LOGPROBS_MAX * LOGPROB_BYTES));
    }

    /** Writes a result and returns its length in bytes. */
    static long write(MemorySegment to, StageRole role, long stepNumber, SampledTokens sampled) {
        to.set(INT, CHUNK_COUNT_OFFSET, sampled.chunkCount());
        long offset = CHUNKS_OFFSET;
        for (int chunk = 0; chunk < sampled.chunkCount(); chunk++) {
            to.set(INT, offset + KIND, sampled.kind(chunk).code());
            to.set(INT, offset + TOKEN, sampled.token(chunk));
            offset =
                    sampled.message(chunk).isEmpty()
                            ? writeLogprobs(to, offset, sampled.logprobs(chunk))
                            : writeText(to, offset, sampled.message(chunk));
        }
        MessageHeader.write(
                to, MessageHeader.RESULT, role.epoch(), stepNumber, role.stage(), offset);
        return offset;
    }

    private static long writeLogprobs(MemorySegment to, long chunk, List<TokenLogprob> logprobs) {
        to.set(INT, chunk + COUNT, logprobs.size());
        long offset = chunk + CHUNK_BYTES;
        for (int index = 0; index < logprobs.size(); index++) {
            to.set(INT, offset + LOGPROB_TOKEN, logprobs.get(index).token());
            to.set(DOUBLE, offset + LOGPROB_VALUE, logprobs.get(index).logprob());
            offset += LOGPROB_BYTES;
        }
        return offset;
    }

    private static long writeText(MemorySegment to, long chunk, String text) {
        int count = MessageText.write(to, chunk + CHUNK_BYTES, text, TEXT_MAX_BYTES);
        to.set(INT, chunk + COUNT, count);
        return chunk + CHUNK_BYTES + count;
    }

    /**
     * Reads a message with a sound header; false when it is no answer to the step.
     *
     * @param sampled is filled; of no use after false
     */
    static boolean read(
            MemorySegment message,
            long lengthBytes,
            Step step,
            int vocabularySize,
            SampledTokens sampled) {
        if (lengthBytes < CHUNKS_OFFSET
                || message.get(INT, CHUNK_COUNT_OFFSET) != step.chunkCount()) {
            return false;
        }
        sampled.clear(step.chunkCount());
        long offset = CHUNKS_OFFSET;
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            if (lengthBytes - offset < CHUNK_BYTES) {
                return false;
            }
            long bytes = bodyBytes(message, offset, step.wantsLogits(chunk), vocabularySize);
            if (bytes < 0 || lengthBytes - offset - CHUNK_BYTES < bytes) {
                return false;
            }
            readChunk(message, offset, chunk, sampled);
            offset += CHUNK_BYTES + bytes;
        }
        return offset == lengthBytes;
    }

    /** Bytes that follow a chunk's numbers; negative when these make no sense. */
    private static long bodyBytes(
            MemorySegment message, long offset, boolean wantsToken, int vocabularySize) {
        int kind = message.get(INT, offset + KIND);
        int token = message.get(INT, offset + TOKEN);
        int count = message.get(INT, offset + COUNT);
        if (kind < 0 || kind >= KINDS.length || count < 0) {
            return -1;
        }
        return switch (KINDS[kind]) {
            case NONE -> wantsToken || count != 0 ? -1 : 0;
            case TOKEN ->
                    !wantsToken || token < 0 || token >= vocabularySize || count > LOGPROBS_MAX
                            ? -1
                            : (long) count * LOGPROB_BYTES;
            case BAD_LOGITS, BAD_OPTIONS -> !wantsToken || count > TEXT_MAX_BYTES ? -1 : count;
        };
    }

    private static void readChunk(
            MemorySegment message, long offset, int chunk, SampledTokens sampled) {
        SampledTokens.Kind kind = KINDS[message.get(INT, offset + KIND)];
        int count = message.get(INT, offset + COUNT);
        switch (kind) {
            case NONE -> {}
            case TOKEN ->
                    sampled.setToken(
                            chunk,
                            message.get(INT, offset + TOKEN),
                            logprobs(message, offset + CHUNK_BYTES, count));
            case BAD_LOGITS, BAD_OPTIONS ->
                    sampled.setFault(
                            chunk, kind, MessageText.read(message, offset + CHUNK_BYTES, count));
        }
    }

    private static List<TokenLogprob> logprobs(MemorySegment message, long offset, int count) {
        if (count == 0) {
            return List.of();
        }
        List<TokenLogprob> logprobs = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            long at = offset + (long) index * LOGPROB_BYTES;
            logprobs.add(
                    new TokenLogprob(
                            message.get(INT, at + LOGPROB_TOKEN),
                            message.get(DOUBLE, at + LOGPROB_VALUE)));
        }
        return List.copyOf(logprobs);
    }
}
