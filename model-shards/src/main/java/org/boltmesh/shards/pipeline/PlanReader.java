package org.boltmesh.shards.pipeline;

import static org.boltmesh.shards.pipeline.MessageHeader.DOUBLE;
import static org.boltmesh.shards.pipeline.MessageHeader.FLOAT;
import static org.boltmesh.shards.pipeline.MessageHeader.INT;
import static org.boltmesh.shards.pipeline.MessageHeader.LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.SamplingOptionException;
import org.boltmesh.shards.sampling.SamplingOptions;

/**
 * Reads step plans and checks every number against the limits before it is used. Filled anew by
 * each plan; allocates only for sequences that begin. Not thread-safe.
 */
final class PlanReader {
    private final PipelineLimits limits;
    private final int vocabularySize;
    private final Step step = new Step();
    private final int[] tokens;
    private final List<Optional<SequenceOptions>> options =
            new ArrayList<>(Collections.nCopies(Step.CHUNKS_MAX, Optional.empty()));
    private MemorySegment message = MemorySegment.NULL;
    private long lengthBytes;
    private long offset;
    private int liveSequences;
    private int spoiltSequences;

    PlanReader(PipelineLimits limits, int vocabularySize) {
        this.limits = limits;
        this.vocabularySize = vocabularySize;
        tokens = new int[limits.microBatchMax()];
    }

    /** Reads a message with a sound header; says what is wrong with it, where something is. */
    Optional<String> read(MemorySegment plan, long planLengthBytes) {
        message = plan;
        lengthBytes = planLengthBytes;
        step.clear();
        Optional<String> problem = readAll();
        message = MemorySegment.NULL;
        if (problem.isPresent()) {
            step.clear();
        }
        return problem;
    }

    private Optional<String> readAll() {
        if (lengthBytes < PlanLayout.CHUNKS_OFFSET) {
            return problem("bytes", lengthBytes, PlanLayout.CHUNKS_OFFSET, lengthMaxBytes());
        }
        liveSequences = message.get(INT, PlanLayout.LIVE_OFFSET);
        spoiltSequences = message.get(INT, PlanLayout.SPOILT_OFFSET);
        if (liveSequences >>> limits.sequencesMax() != 0) {
            return problem("live sequences", liveSequences, 0, (1L << limits.sequencesMax()) - 1);
        }
        if (spoiltSequences >>> limits.sequencesMax() != 0) {
            return problem(
                    "spoilt sequences", spoiltSequences, 0, (1L << limits.sequencesMax()) - 1);
        }
        int chunkCount = message.get(INT, PlanLayout.CHUNK_COUNT_OFFSET);
        if (chunkCount < 0 || chunkCount > limits.sequencesMax()) {
            return problem("chunks", chunkCount, 0, limits.sequencesMax());
        }
        offset = PlanLayout.chunkOffset(chunkCount);
        if (lengthBytes < offset) {
            return problem("bytes", lengthBytes, offset, lengthMaxBytes());
        }
        int seen = 0;
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            Optional<String> problem = readChunk(chunk, seen);
            if (problem.isPresent()) {
                return problem;
            }
            seen |= 1 << step.sequence(chunk);
        }
        return readAllOptions();
    }

    private long lengthMaxBytes() {
        return PlanLayout.lengthMaxBytes(limits);
    }

    private Optional<String> readChunk(int chunk, int seen) {
        long at = PlanLayout.chunkOffset(chunk);
        int sequence = message.get(INT, at + PlanLayout.SEQUENCE);
        int position = message.get(INT, at + PlanLayout.POSITION);
        int count = message.get(INT, at + PlanLayout.TOKEN_COUNT);
        int wantsLogits = message.get(INT, at + PlanLayout.WANTS_LOGITS);
        int left = limits.microBatchMax() - step.tokenCount();
        if (sequence < 0 || sequence >= limits.sequencesMax()) {
            return problem("sequence", sequence, 0, limits.sequencesMax() - 1L);
        }
        if ((seen >>> sequence & 1) != 0 || (liveSequences >>> sequence & 1) != 1) {
            return Optional.of(
                    "sequence %d comes twice or is not live, want it once".formatted(sequence));
        }
        if (count < 1 || count > left) {
            return problem("tokens", count, 1, left);
        }
        if (position < 0 || position > limits.contextMax() - count) {
            return problem("position", position, 0, limits.contextMax() - (long) count);
        }
        if (wantsLogits != 0 && wantsLogits != 1) {
            return problem("wanted logits", wantsLogits, 0, 1);
        }
        Optional<String> problem = readTokens(count);
        if (problem.isEmpty()) {
            step.add(sequence, position, tokens, 0, count, wantsLogits == 1);
        }
        return problem;
    }

    private Optional<String> readTokens(int count) {
        if (lengthBytes - offset < (long) count * Integer.BYTES) {
            return problem(
                    "bytes", lengthBytes, offset + (long) count * Integer.BYTES, lengthMaxBytes());
        }
        for (int index = 0; index < count; index++) {
            int token = message.get(INT, offset);
            if (token < 0 || token >= vocabularySize) {
                return problem("token id", token, 0, vocabularySize - 1L);
            }
            tokens[index] = token;
            offset += Integer.BYTES;
        }
        return Optional.empty();
    }

    private Optional<String> readAllOptions() {
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            options.set(chunk, Optional.empty());
            if (step.position(chunk) == 0) {
                Optional<String> problem = readOptions(chunk);
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        return offset == lengthBytes
                ? Optional.empty()
                : problem("bytes", lengthBytes, offset, offset);
    }

    private Optional<String> readOptions(int chunk) {
        if (lengthBytes - offset < PlanLayout.OPTIONS_BYTES) {
            return problem(
                    "bytes", lengthBytes, offset + PlanLayout.OPTIONS_BYTES, lengthMaxBytes());
        }
        int biasCount = message.get(INT, offset + PlanLayout.BIAS_COUNT);
        long end = offset + PlanLayout.OPTIONS_BYTES + (long) biasCount * PlanLayout.BIAS_BYTES;
        if (biasCount < 0 || biasCount > SamplingOptions.LOGIT_BIAS_MAX || end > lengthBytes) {
            return problem("logit biases", biasCount, 0, SamplingOptions.LOGIT_BIAS_MAX);
        }
        try {
            options.set(chunk, Optional.of(sequenceOptions(biasCount)));
        } catch (SamplingOptionException | IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        offset = end;
        return Optional.empty();
    }

    private SequenceOptions sequenceOptions(int biasCount) {
        SamplingOptions sampling =
                SamplingOptions.builder()
                        .temperature(message.get(DOUBLE, offset + PlanLayout.TEMPERATURE))
                        .topP(message.get(DOUBLE, offset + PlanLayout.TOP_P))
                        .minP(message.get(DOUBLE, offset + PlanLayout.MIN_P))
                        .repetitionPenalty(
                                message.get(DOUBLE, offset + PlanLayout.REPETITION_PENALTY))
                        .frequencyPenalty(
                                message.get(DOUBLE, offset + PlanLayout.FREQUENCY_PENALTY))
                        .presencePenalty(message.get(DOUBLE, offset + PlanLayout.PRESENCE_PENALTY))
                        .seed(message.get(LONG, offset + PlanLayout.SEED))
                        .topK(message.get(INT, offset + PlanLayout.TOP_K))
                        .penaltyWindow(message.get(INT, offset + PlanLayout.PENALTY_WINDOW))
                        .logprobs(message.get(INT, offset + PlanLayout.LOGPROBS))
                        .logitBias(logitBias(biasCount))
                        .build();
        int promptSize = message.get(INT, offset + PlanLayout.PROMPT_SIZE);
        if (promptSize > limits.contextMax()) {
            throw new IllegalArgumentException(
                    "prompt of %d tokens, want at most %d"
                            .formatted(promptSize, limits.contextMax()));
        }
        return new SequenceOptions(
                sampling, message.get(INT, offset + PlanLayout.CHOICE), promptSize);
    }

    private Map<Integer, Float> logitBias(int count) {
        Map<Integer, Float> bias = new HashMap<>();
        long at = offset + PlanLayout.OPTIONS_BYTES;
        for (int index = 0; index < count; index++) {
            bias.put(
                    message.get(INT, at + PlanLayout.BIAS_TOKEN),
                    message.get(FLOAT, at + PlanLayout.BIAS_VALUE));
            at += PlanLayout.BIAS_BYTES;
        }
        return bias;
    }

    private static Optional<String> problem(String name, long value, long min, long max) {
        return Optional.of("a plan has %s %d, want %d to %d".formatted(name, value, min, max));
    }

    /** The step of the plan last read; empty after a problem. */
    Step step() {
        return step;
    }

    int liveSequences() {
        return liveSequences;
    }

    int spoiltSequences() {
        return spoiltSequences;
    }

    /** The options of a chunk that begins its sequence. */
    Optional<SequenceOptions> options(int chunk) {
        return options.get(chunk);
    }
}
