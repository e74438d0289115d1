package org.boltmesh.shards.tokenizer;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How byte-level BPE cuts a text into words before it merges, by the names in {@code
 * tokenizer.ggml.pre}. Patterns and aliases as in llama.cpp.
 */
public enum PreTokenizer {
    /** Contractions in lower case only, digits in runs of any length. */
    GPT_2(
            "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
            false,
            "gpt-2, phi-2, gigachat, a.x-4.0, mellum"),
    /** Up to three digits together; a word that is a token needs no merges. */
    LLAMA_BPE(
            Patterns.modern("\\p{N}{1,3}"),
            true,
            "llama-bpe, llama3, llama-v3, falcon3, falcon-h1, pixtral, lfm2"),
    /** Each digit alone. */
    QWEN2(Patterns.modern("\\p{N}"), false, "qwen2, deepseek-r1-qwen, kormo, megrez");

    private final String pattern;
    private final boolean wholeWordsFirst;

    /** Separated by comma and space. */
    private final String ggmlNames;

    PreTokenizer(String pattern, boolean wholeWordsFirst, String ggmlNames) {
        this.pattern = pattern;
        this.wholeWordsFirst = wholeWordsFirst;
        this.ggmlNames = ggmlNames;
    }

    static Optional<PreTokenizer> named(String ggmlName) {
        return Arrays.stream(values())
                .filter(known -> List.of(known.ggmlNames.split(", ")).contains(ggmlName))
                .findFirst();
    }

    static String names() {
        return Arrays.stream(values())
                .map(known -> known.ggmlNames)
                .collect(Collectors.joining(", "));
    }

    /** Regular expression (Oniguruma) whose matches are the words. */
    String pattern() {
        return pattern;
    }

    /** Whether a word that is a token is taken whole, merges or not. */
    boolean wholeWordsFirst() {
        return wholeWordsFirst;
    }

    /** Whether a file that does not say so wants a token before the text. */
    boolean addsBosByDefault() {
        return this == LLAMA_BPE;
    }

    private static final class Patterns {
        /** Contractions are spelt out: case folding would let U+017F pass for an s. */
        static String modern(String digits) {
            return "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"
                    + "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|"
                    + digits
                    + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
        }
    }
}
