package org.boltmesh.shards.tokenizer;

/** What a token is for, numbered as in {@code tokenizer.ggml.token_type}. */
public enum TokenType {
    /** Not told; treated like an unused one. */
    UNDEFINED(0),
    /** A piece of text. */
    NORMAL(1),
    /** Stands for text that has no token. */
    UNKNOWN(2),
    /** Steers the model, as a turn's end does; never shown and never read from a user's text. */
    CONTROL(3),
    /** A piece of text that is found before any other tokenizing. */
    USER_DEFINED(4),
    /** A place holder. */
    UNUSED(5),
    /** One byte, written {@code <0x0A>}. */
    BYTE(6);

    private static final TokenType[] ALL = values();

    private final int number;

    TokenType(int number) {
        this.number = number;
    }

    /** The type with a number; numbers that nobody defined are {@link #UNDEFINED}, as in ggml. */
    static TokenType of(int number) {
        for (TokenType type : ALL) {
            if (type.number == number) {
                return type;
            }
        }
        return UNDEFINED;
    }

    /** As files write it. */
    int number() {
        return number;
    }

    /** Whether the token steers the model instead of being text. */
    public boolean isSpecial() {
        return this == CONTROL || this == UNKNOWN;
    }
}
