package org.boltmesh.shards.tokenizer;

/** What a token is for, numbered as in {@code tokenizer.ggml.token_type}. */
public enum TokenType {
    /** Not told; treated like an unused one. */
    UNDEFINED,
    /** A piece of text. */
    NORMAL,
    /** Stands for text that has no token. */
    UNKNOWN,
    /** Steers the model, as a turn's end does; never shown and never read from a user's text. */
    CONTROL,
    /** A piece of text that is found before any other tokenizing. */
    USER_DEFINED,
    /** A place holder. */
    UNUSED,
    /** One byte, written {@code <0x0A>}. */
    BYTE;

    private static final TokenType[] ALL = values();

    /** The type with a number; numbers that nobody defined are {@link #UNDEFINED}, as in ggml. */
    static TokenType of(int number) {
        return number < 0 || number >= ALL.length ? UNDEFINED : ALL[number];
    }

    /** Whether the token steers the model instead of being text. */
    public boolean isSpecial() {
        return this == CONTROL || this == UNKNOWN;
    }
}
