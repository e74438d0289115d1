package org.boltmesh.shards.model;

import java.lang.foreign.MemorySegment;

/**
 * Runs steps over a loaded range of layers. Not thread-safe: one thread owns it.
 *
 * <p>Running the same tokens at the same positions again, cut or batched in any way, is harmless
 * and gives the same logits to the bit where {@link ShardInfo#replayBitEqual()} says so.
 */
public interface StepRunner extends AutoCloseable {

    /** What was loaded. */
    ShardInfo info();

    /** The layers that it runs. */
    LayerRange range();

    /** Elements of a token's activations. */
    int embeddingSize();

    /**
     * Runs one forward pass over all chunks of the step and stores their keys and values.
     *
     * @throws ModelException when a chunk does not fit the shard's limits, or memory has run out
     * @throws IllegalStateException for layers without the embedding
     */
    default void run(Step step) {
        if (!range().embedding()) {
            throw new IllegalStateException(
                    "layers from %d on want activations".formatted(range().first()));
        }
        run(step, MemorySegment.NULL);
    }

    /**
     * The same on activations.
     *
     * @param activations [embedding size, tokens] F32, native memory; ignored with an embedding
     */
    void run(Step step, MemorySegment activations);

    /**
     * Copies the activations of the step last run, for layers without the head.
     *
     * @param destination [embedding size, tokens] F32, native memory
     */
    void activations(Step step, MemorySegment destination);

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
