package org.boltmesh.shards.model;

import java.util.Arrays;

/**
 * One forward pass: up to {@link #CHUNKS_MAX} chunks, each the next tokens of one sequence. Made to
 * be filled, run and cleared again without allocation. Not thread-safe.
 */
public final class Step {
    /** Chunks, and so sequences, that one step can hold. */
    public static final int CHUNKS_MAX = 8;

    private final int[] sequences = new int[CHUNKS_MAX];
    private final int[] positions = new int[CHUNKS_MAX];
    private final int[] starts = new int[CHUNKS_MAX + 1];
    private final boolean[] logitsWanted = new boolean[CHUNKS_MAX];
    private int[] tokens = new int[512];
    private int chunkCount;

    /** Forgets all chunks. */
    public void clear() {
        chunkCount = 0;
    }

    /**
     * Adds {@code source[from, to)} as the tokens of {@code sequence} from {@code position} on.
     *
     * @throws IllegalArgumentException for an empty chunk, a ninth one, or a sequence's second one
     */
    public void add(
            int sequence, int position, int[] source, int from, int to, boolean wantsLogits) {
        if (chunkCount == CHUNKS_MAX || to <= from || holds(sequence)) {
            throw new IllegalArgumentException(
                    "chunk [%d, %d) of sequence %d as number %d, want a non-empty one per sequence, at most %d"
                            .formatted(from, to, sequence, chunkCount + 1, CHUNKS_MAX));
        }
        int start = starts[chunkCount];
        int end = start + to - from;
        if (end > tokens.length) {
            tokens = Arrays.copyOf(tokens, Math.max(end, 2 * tokens.length));
        }
        System.arraycopy(source, from, tokens, start, to - from);
        sequences[chunkCount] = sequence;
        positions[chunkCount] = position;
        logitsWanted[chunkCount] = wantsLogits;
        chunkCount++;
        starts[chunkCount] = end;
    }

    private boolean holds(int sequence) {
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            if (sequences[chunk] == sequence) {
                return true;
            }
        }
        return false;
    }

    /** Chunks in this step. */
    public int chunkCount() {
        return chunkCount;
    }

    /** Tokens in this step, over all chunks. */
    public int tokenCount() {
        return starts[chunkCount];
    }

    /** The sequence that a chunk continues. */
    public int sequence(int chunk) {
        return sequences[chunk];
    }

    /** Position of a chunk's first token in its sequence. */
    public int position(int chunk) {
        return positions[chunk];
    }

    /** Index among the step's tokens of a chunk's first. */
    public int start(int chunk) {
        return starts[chunk];
    }

    /** Tokens of a chunk. */
    public int length(int chunk) {
        return starts[chunk + 1] - starts[chunk];
    }

    /** Whether the logits of a chunk's last token are wanted. */
    public boolean wantsLogits(int chunk) {
        return logitsWanted[chunk];
    }

    /** Token id by index in the step. */
    public int token(int index) {
        return tokens[index];
    }
}
