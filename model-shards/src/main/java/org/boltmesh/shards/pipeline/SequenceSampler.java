package org.boltmesh.shards.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;
import org.boltmesh.shards.sampling.LogitsException;
import org.boltmesh.shards.sampling.Sampler;
import org.boltmesh.shards.sampling.SamplingOptionException;
import org.boltmesh.shards.sampling.TokenHistory;
import org.boltmesh.shards.sampling.TokenLogprob;

/**
 * Chooses tokens where the logits are. It keeps the tokens of each sequence, which it learns from
 * the steps, so that penalties and draws need nothing else. The owner of the runner owns it.
 */
final class SequenceSampler {
    private record Sequence(SequenceOptions options, TokenHistory history) {}

    private final List<Optional<Sequence>> sequences;
    private final Sampler sampler;
    private final float[] logits;

    SequenceSampler(int vocabularySize, int sequencesMax) {
        sequences = new ArrayList<>(Collections.nCopies(sequencesMax, Optional.empty()));
        sampler = new Sampler(vocabularySize);
        logits = new float[vocabularySize];
    }

    void open(int sequence, SequenceOptions options) {
        TokenHistory history = TokenHistory.expecting(options.promptSize());
        sequences.set(sequence, Optional.of(new Sequence(options, history)));
    }

    void release(int sequence) {
        sequences.set(sequence, Optional.empty());
    }

    boolean isOpen(int sequence) {
        return sequences.get(sequence).isPresent();
    }

    /** Chooses what follows the step that the runner has just run. */
    void sample(Step step, StepRunner runner, SampledTokens sampled) {
        sampled.clear(step.chunkCount());
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            Sequence sequence = sequence(step.sequence(chunk));
            learn(step, chunk, sequence.history());
            if (step.wantsLogits(chunk)) {
                runner.logits(chunk, logits);
                choose(chunk, sequence, sampled);
            }
        }
    }

    private Sequence sequence(int index) {
        return sequences
                .get(index)
                .orElseThrow(() -> new IllegalStateException("sequence " + index + " is not open"));
    }

    private static void learn(Step step, int chunk, TokenHistory history) {
        history.truncate(step.position(chunk));
        int end = step.start(chunk) + step.length(chunk);
        for (int index = step.start(chunk); index < end; index++) {
            history.add(step.token(index));
        }
    }

    private void choose(int chunk, Sequence sequence, SampledTokens sampled) {
        SequenceOptions options = sequence.options();
        try {
            int token =
                    sampler.sample(
                            options.sampling(), logits, sequence.history(), options.choice());
            sampled.setToken(chunk, token, logprobs(options.sampling().logprobs(), token));
        } catch (LogitsException e) {
            sampled.setFault(chunk, SampledTokens.Kind.BAD_LOGITS, String.valueOf(e.getMessage()));
        } catch (SamplingOptionException e) {
            sampled.setFault(chunk, SampledTokens.Kind.BAD_OPTIONS, String.valueOf(e.getMessage()));
        }
    }

    private List<TokenLogprob> logprobs(int count, int token) {
        if (count == 0) {
            return List.of();
        }
        List<TokenLogprob> logprobs = new ArrayList<>(count + 1);
        logprobs.add(sampler.logprob(logits, token));
        logprobs.addAll(sampler.topLogprobs(logits, count));
        return List.copyOf(logprobs);
    }
}
