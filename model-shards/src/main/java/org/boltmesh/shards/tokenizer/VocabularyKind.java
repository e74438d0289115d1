package org.boltmesh.shards.tokenizer;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The families of tokenizers, by their name in {@code tokenizer.ggml.model}. */
public enum VocabularyKind {
    /** Byte-level BPE: every byte is a letter of an alphabet, listed merges join them. */
    BYTE_LEVEL("gpt2"),
    /** SentencePiece's BPE: letters join to the piece of the best score; bytes where none fits. */
    SENTENCE_PIECE("llama");

    private final String ggmlName;

    VocabularyKind(String ggmlName) {
        this.ggmlName = ggmlName;
    }

    static Optional<VocabularyKind> named(String ggmlName) {
        return Arrays.stream(values()).filter(kind -> kind.ggmlName.equals(ggmlName)).findFirst();
    }

    static String names() {
        return Arrays.stream(values())
                .map(kind -> kind.ggmlName)
                .collect(Collectors.joining(" or "));
    }
}
