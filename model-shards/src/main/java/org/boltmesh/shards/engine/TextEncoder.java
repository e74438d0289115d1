package org.boltmesh.shards.engine;

import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.tokenizer.Tokenizer;

/** Turns text into token ids. Thread-safe. */
@FunctionalInterface
public interface TextEncoder extends AutoCloseable {
    /**
     * The ids of {@code text}.
     *
     * @param addSpecial whether the tokens that the model wants around a text are added
     * @param parseSpecial whether the spelling of a special token means that token
     */
    int[] encode(String text, boolean addSpecial, boolean parseSpecial);

    /**
     * A part of a conversation for a template's use: what it spells becomes no token that steers
     * the model when the template's text goes through {@link #encodeGuarded}.
     */
    default String guard(String text) {
        return text;
    }

    /** The ids of what a template made of guarded texts. It writes special tokens itself. */
    default int[] encodeGuarded(String text) {
        return encode(text, false, true);
    }

    /** Frees native memory, where there is some; no encode may run any more. */
    @Override
    default void close() {}

    /** Stands for the tokenizer of an engine that has none. */
    static TextEncoder none() {
        return (_, _, _) -> {
            throw new ModelException(
                    "this engine has no tokenizer, want the one with the model's embedding");
        };
    }

    /** A native tokenizer, which is closed with the encoder. */
    static TextEncoder of(Tokenizer tokenizer) {
        return new TextEncoder() {
            @Override
            public int[] encode(String text, boolean addSpecial, boolean parseSpecial) {
                return tokenizer.encode(text, addSpecial, parseSpecial);
            }

            @Override
            public String guard(String text) {
                return tokenizer.guard(text);
            }

            @Override
            public int[] encodeGuarded(String text) {
                return tokenizer.encodeGuarded(text);
            }

            @Override
            public void close() {
                tokenizer.close();
            }
        };
    }
}
