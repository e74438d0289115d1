package org.boltmesh.shards.engine;

import java.util.List;

/** Turns text into token ids. Thread-safe. */
@FunctionalInterface
public interface TextEncoder extends AutoCloseable {
    /**
     * The ids of {@code text}.
     *
     * @param addSpecial whether the tokens that the model wants around a text are added
     * @param parseSpecial whether the text of a special token means that token
     */
    List<Integer> encode(String text, boolean addSpecial, boolean parseSpecial);

    /** Frees native memory, where there is some; no encode may run any more. */
    @Override
    default void close() {}
}
