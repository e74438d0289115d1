package org.boltmesh.shards.tokenizer.ffi;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.nio.file.Path;

/**
 * Hugging Face's tokenizers through the JNI binding of DJL.
 *
 * <p>The binding's own loader is bypassed: it reads a dozen environment variables, keeps a cache in
 * the home folder, may download, and reports its use to the makers. Its JNI class needs none of it
 * once the library is loaded.
 */
public final class HuggingFaceTokenizers {
    private HuggingFaceTokenizers() {}

    /**
     * Loads the library into this class loader, which must also be that of the binding.
     *
     * @throws UnsatisfiedLinkError when the file is no library of this machine
     */
    @SuppressWarnings("restricted")
    public static void load(Path library) {
        System.load(library.toAbsolutePath().toString());
    }

    /**
     * Builds a tokenizer and returns its handle, to be freed with {@link #delete}.
     *
     * @throws RuntimeException when the library refuses the description; it says why
     */
    public static long create(String tokenizerJson) {
        return TokenizersLibrary.LIB.createTokenizerFromString(tokenizerJson);
    }

    /** Token ids of a text, which must hold no unpaired surrogate. */
    public static long[] encode(long tokenizer, String text) {
        long encoding = TokenizersLibrary.LIB.encode(tokenizer, text, false);
        try {
            return TokenizersLibrary.LIB.getTokenIds(encoding);
        } finally {
            TokenizersLibrary.LIB.deleteEncoding(encoding);
        }
    }

    /** Frees a tokenizer. */
    public static void delete(long tokenizer) {
        TokenizersLibrary.LIB.deleteTokenizer(tokenizer);
    }
}
