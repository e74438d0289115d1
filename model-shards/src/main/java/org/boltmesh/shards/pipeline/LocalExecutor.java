package org.boltmesh.shards.pipeline;

import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;

/** Runs steps of a model that one engine holds whole. */
public final class LocalExecutor implements StepExecutor {
    private final StepRunner runner;
    private final SequenceSampler sampler;
    private final SampledTokens sampled = new SampledTokens();

    /** An executor over a runner with both ends of its model, which stays the caller's. */
    public LocalExecutor(StepRunner runner) {
        this.runner = runner;
        sampler = new SequenceSampler(runner.info().vocabularySize(), runner.info().sequencesMax());
    }

    @Override
    public ShardInfo info() {
        return runner.info();
    }

    @Override
    public void open(int sequence, SequenceOptions options) {
        sampler.open(sequence, options);
    }

    @Override
    public void release(int sequence) {
        sampler.release(sequence);
    }

    @Override
    public void run(Step step) {
        try {
            runner.run(step);
            sampler.sample(step, runner, sampled);
        } catch (ModelException e) {
            throw e;
        } catch (RuntimeException e) {
            forget(step);
            throw e;
        }
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            if (sampled.kind(chunk) == SampledTokens.Kind.BAD_LOGITS) {
                runner.forget(step.sequence(chunk));
            }
        }
    }

    /** What a step that broke off has stored may be anything. */
    private void forget(Step step) {
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            runner.forget(step.sequence(chunk));
        }
    }

    @Override
    public SampledTokens sampled() {
        return sampled;
    }

    @Override
    public boolean isSettled() {
        return true;
    }

    @Override
    public void settle() {}

    @Override
    public void close() {}
}
