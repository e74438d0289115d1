package org.boltmesh.shards.pipeline;

import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;

/**
 * The port through which a scheduler runs steps of a whole model, wherever its layers are. Not
 * thread-safe: the step loop owns it. A sequence begins with {@link #open} and a chunk at position
 * 0; each later chunk continues it where it is, or repeats some of its tokens.
 */
public interface StepExecutor extends AutoCloseable {

    /** What steps may hold, and about the part of the model that is here. */
    ShardInfo info();

    /** Says how the tokens of a sequence are chosen that begins in the next step. */
    void open(int sequence, SequenceOptions options);

    /** Forgets a sequence, here at once and elsewhere with the next step. Unknown ones are fine. */
    void release(int sequence);

    /**
     * Runs a step and chooses a token for each chunk that wants logits. After a failure the
     * sequences of the step have to be opened anew or released.
     *
     * @throws ModelException when a chunk does not fit the model's limits
     * @throws PipelineException when another stage refused the step, or does not answer
     */
    void run(Step step);

    /** The tokens of the step last run; valid until the next. */
    SampledTokens sampled();

    /** Whether all stages know which sequences were released. */
    boolean isSettled();

    /**
     * Tells all stages which sequences were released, without a step to compute.
     *
     * @throws PipelineException when a stage does not answer
     */
    void settle();

    /** Gives up what connects it to other stages; the shard is left as it is. */
    @Override
    void close();
}
