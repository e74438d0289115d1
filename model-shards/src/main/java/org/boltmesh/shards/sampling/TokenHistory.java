package org.boltmesh.shards.sampling;

import java.util.Arrays;
import java.util.Objects;

/** The tokens of one sequence: its prompt, then what was generated. Not thread-safe. */
public final class TokenHistory {
    private final int promptSize;
    private int[] tokens;
    private int size;

    /**
     * A sequence that may already hold generated tokens, as after a replay.
     *
     * @param tokens prompt and generated tokens; copied
     * @param promptSize how many of them are the prompt
     * @throws IllegalArgumentException when there are fewer tokens than the prompt should have
     */
    public TokenHistory(int[] tokens, int promptSize) {
        if (promptSize < 0 || promptSize > tokens.length) {
            throw new IllegalArgumentException(
                    "prompt of %d tokens, want 0 to %d".formatted(promptSize, tokens.length));
        }
        this.tokens = tokens.clone();
        this.promptSize = promptSize;
        this.size = tokens.length;
    }

    private TokenHistory(int promptSize) {
        this.tokens = new int[promptSize + 1];
        this.promptSize = promptSize;
    }

    /**
     * A sequence whose tokens all are still to come.
     *
     * @param promptSize how many of them will be the prompt
     */
    public static TokenHistory expecting(int promptSize) {
        return new TokenHistory(promptSize);
    }

    /**
     * Forgets the tokens from a position on, as before they come again.
     *
     * @throws IndexOutOfBoundsException when there are fewer
     */
    public void truncate(int position) {
        size = Objects.checkIndex(position, size + 1);
    }

    /** Appends a token. */
    public void add(int token) {
        if (size == tokens.length) {
            tokens = Arrays.copyOf(tokens, Math.max(64, 2 * size));
        }
        tokens[size++] = token;
    }

    /** Tokens so far, and so the position of the next one. */
    public int size() {
        return size;
    }

    /** Tokens of the prompt. */
    public int promptSize() {
        return promptSize;
    }

    /** Token at a position. */
    public int token(int position) {
        if (position >= size) {
            throw new IndexOutOfBoundsException(
                    "position %d, want less than %d".formatted(position, size));
        }
        return tokens[position];
    }
}
