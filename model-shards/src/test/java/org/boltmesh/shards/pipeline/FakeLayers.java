package org.boltmesh.shards.pipeline;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;

/**
 * Layers whose activations are whole numbers that depend on all tokens before, read from caches of
 * their own: a lost, doubled or misplaced step shows in every later token. Allocates nothing per
 * step.
 */
public final class FakeLayers implements StepRunner {
    static final int VOCABULARY = 64;
    static final int EMBEDDING = 2;

    /** Layers of the whole model. */
    public static final int LAYERS = 4;

    /** The last token that no layer takes. */
    static final int POISON = 63;

    /** Leaves what is no number in the first layer, for every later text of its sequence. */
    static final int OVERFLOW = 62;

    /** Prompts and answers are of tokens below. */
    static final int PLAIN = 62;

    private static final int PRIME = 65_521;

    private final LayerRange range;
    private final ShardInfo info;
    private final int[][][] cache;
    private final MemorySegment rows;
    private final int[] lastRow = new int[Step.CHUNKS_MAX];
    private final boolean[] spoilt = new boolean[Step.CHUNKS_MAX];
    private final boolean[] lastSpoilt = new boolean[Step.CHUNKS_MAX];
    private int steps;

    /** Layers of a model of {@link #LAYERS}. */
    public FakeLayers(LayerRange range, PipelineLimits limits) {
        this.range = range;
        info =
                new ShardInfo(
                        "fake",
                        range.first(),
                        range.last(),
                        VOCABULARY,
                        limits.contextMax(),
                        limits.sequencesMax(),
                        limits.microBatchMax(),
                        1,
                        2,
                        3,
                        "none",
                        true);
        cache = new int[range.layerCount()][limits.sequencesMax()][limits.contextMax()];
        rows = MemorySegment.ofArray(new float[limits.microBatchMax() * EMBEDDING]);
    }

    int steps() {
        return steps;
    }

    @Override
    public ShardInfo info() {
        return info;
    }

    @Override
    public LayerRange range() {
        return range;
    }

    @Override
    public int embeddingSize() {
        return EMBEDDING;
    }

    @Override
    public void run(Step step, MemorySegment activations) {
        steps++;
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            for (int i = 0; i < step.length(chunk); i++) {
                int index = step.start(chunk) + i;
                int token = step.token(index);
                if (token == POISON && range.last() >= LAYERS / 2) {
                    throw new ModelException("token " + POISON + " is poison");
                }
                spoilt[step.sequence(chunk)] |= isSpoilt(activations, index, token);
                int value = range.embedding() ? token : checked(activations, index, token);
                for (int[][] layer : cache) {
                    value = mixed(layer[step.sequence(chunk)], step.position(chunk) + i, value);
                }
                lastSpoilt[chunk] = spoilt[step.sequence(chunk)];
                float row = lastSpoilt[chunk] ? Float.NaN : value;
                rows.setAtIndex(JAVA_FLOAT, (long) index * EMBEDDING, row);
                rows.setAtIndex(JAVA_FLOAT, (long) index * EMBEDDING + 1, token);
                lastRow[chunk] = value;
            }
        }
    }

    private boolean isSpoilt(MemorySegment activations, int index, int token) {
        return range.embedding()
                ? token == OVERFLOW
                : Float.isNaN(activations.getAtIndex(JAVA_FLOAT, (long) index * EMBEDDING));
    }

    @Override
    public void forget(int sequence) {
        spoilt[sequence] = false;
    }

    private static int checked(MemorySegment activations, int index, int token) {
        if (activations.getAtIndex(JAVA_FLOAT, (long) index * EMBEDDING + 1) != token) {
            throw new IllegalStateException("activations of another step");
        }
        return (int) activations.getAtIndex(JAVA_FLOAT, (long) index * EMBEDDING);
    }

    private static int mixed(int[] cells, int position, int value) {
        cells[position] = value;
        long hash = 17;
        for (int i = 0; i <= position; i++) {
            hash = (31 * hash + cells[i]) % PRIME;
        }
        return (int) hash;
    }

    @Override
    public void activations(Step step, MemorySegment destination) {
        MemorySegment.copy(
                rows, 0, destination, 0, (long) step.tokenCount() * EMBEDDING * Float.BYTES);
    }

    @Override
    public void logits(int chunk, float[] destination) {
        Arrays.fill(destination, lastSpoilt[chunk] ? Float.NaN : Float.NEGATIVE_INFINITY);
        for (int token = 0; token < PLAIN && !lastSpoilt[chunk]; token++) {
            destination[token] = (lastRow[chunk] * (token + 3L) + token) % 103 / 20f;
        }
    }

    @Override
    public void close() {}
}
