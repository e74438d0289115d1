package org.boltmesh.shards.model;

/**
 * Runs steps over a loaded shard with embedding and head. Not thread-safe: one thread owns it.
 *
 * <p>Running the same tokens at the same positions again, cut or batched in any way, is harmless
 * and gives the same logits to the bit where {@link ShardInfo#replayBitEqual()} says so.
 */
public interface StepRunner extends AutoCloseable {

    /** What was loaded. */
    ShardInfo info();

    /**
     * Runs one forward pass over all chunks of the step and stores their keys and values.
     *
     * @throws ModelException when a chunk does not fit the shard's limits
     */
    void run(Step step);

    /**
     * Copies the logits of the last token of chunk {@code chunk} of the step last run, which must
     * have asked for them.
     *
     * @param destination [vocabulary], F32
     */
    void logits(int chunk, float[] destination);

    /**
     * Forgets what is stored of a sequence, after a failure that may have left numbers in it which
     * are none. Nothing to do for a runner without a cache of its own.
     */
    default void forget(int sequence) {}

    @Override
    void close();
}
