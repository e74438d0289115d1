package org.boltmesh.shards.pipeline;

import static org.boltmesh.shards.pipeline.MessageHeader.DOUBLE;
import static org.boltmesh.shards.pipeline.MessageHeader.FLOAT;
import static org.boltmesh.shards.pipeline.MessageHeader.INT;
import static org.boltmesh.shards.pipeline.MessageHeader.LONG;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.SamplingOptions;

/** Writes step plans. */
final class PlanWriter {
    private PlanWriter() {}

    /**
     * Writes a plan and returns its length in bytes.
     *
     * @param liveSequences a bit per sequence that exists after the step
     * @param spoiltSequences a bit per sequence whose cache is to be cleared before it
     * @param options by sequence, for each that begins in the step
     */
    static long write(
            MemorySegment to,
            StageRole role,
            long stepNumber,
            int liveSequences,
            int spoiltSequences,
            Step step,
            List<Optional<SequenceOptions>> options) {
        to.set(INT, PlanLayout.LIVE_OFFSET, liveSequences);
        to.set(INT, PlanLayout.SPOILT_OFFSET, spoiltSequences);
        to.set(INT, PlanLayout.CHUNK_COUNT_OFFSET, step.chunkCount());
        long offset = PlanLayout.chunkOffset(step.chunkCount());
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            writeChunk(to, step, chunk);
        }
        for (int index = 0; index < step.tokenCount(); index++) {
            to.set(INT, offset, step.token(index));
            offset += Integer.BYTES;
        }
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            if (step.position(chunk) == 0) {
                offset = writeOptions(to, offset, opened(options, step.sequence(chunk)));
            }
        }
        MessageHeader.write(to, MessageHeader.PLAN, role.epoch(), stepNumber, role.stage(), offset);
        return offset;
    }

    private static void writeChunk(MemorySegment to, Step step, int chunk) {
        long offset = PlanLayout.chunkOffset(chunk);
        to.set(INT, offset + PlanLayout.SEQUENCE, step.sequence(chunk));
        to.set(INT, offset + PlanLayout.POSITION, step.position(chunk));
        to.set(INT, offset + PlanLayout.TOKEN_COUNT, step.length(chunk));
        to.set(INT, offset + PlanLayout.WANTS_LOGITS, step.wantsLogits(chunk) ? 1 : 0);
    }

    private static SequenceOptions opened(List<Optional<SequenceOptions>> options, int sequence) {
        return options.get(sequence)
                .orElseThrow(
                        () -> new IllegalStateException("sequence " + sequence + " is not open"));
    }

    private static long writeOptions(MemorySegment to, long offset, SequenceOptions sequence) {
        SamplingOptions options = sequence.sampling();
        to.set(DOUBLE, offset + PlanLayout.TEMPERATURE, options.temperature());
        to.set(DOUBLE, offset + PlanLayout.TOP_P, options.topP());
        to.set(DOUBLE, offset + PlanLayout.MIN_P, options.minP());
        to.set(DOUBLE, offset + PlanLayout.REPETITION_PENALTY, options.repetitionPenalty());
        to.set(DOUBLE, offset + PlanLayout.FREQUENCY_PENALTY, options.frequencyPenalty());
        to.set(DOUBLE, offset + PlanLayout.PRESENCE_PENALTY, options.presencePenalty());
        to.set(LONG, offset + PlanLayout.SEED, options.seed());
        to.set(INT, offset + PlanLayout.CHOICE, sequence.choice());
        to.set(INT, offset + PlanLayout.PROMPT_SIZE, sequence.promptSize());
        to.set(INT, offset + PlanLayout.TOP_K, options.topK());
        to.set(INT, offset + PlanLayout.PENALTY_WINDOW, options.penaltyWindow());
        to.set(INT, offset + PlanLayout.LOGPROBS, options.logprobs());
        to.set(INT, offset + PlanLayout.BIAS_COUNT, options.logitBias().size());
        long at = offset + PlanLayout.OPTIONS_BYTES;
        for (Map.Entry<Integer, Float> bias : options.logitBias().entrySet()) {
            to.set(INT, at + PlanLayout.BIAS_TOKEN, bias.getKey());
            to.set(FLOAT, at + PlanLayout.BIAS_VALUE, bias.getValue());
            at += PlanLayout.BIAS_BYTES;
        }
        return at;
    }
}
