package org.boltmesh.shards.tokenizer;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.boltmesh.shards.tokenizer.ffi.HuggingFaceTokenizers;

/**
 * Turns text into token ids, as llama.cpp does for the same file. Native, so it belongs to the
 * engine process; {@link TokenBytes} is the way back and needs no native code.
 *
 * <p>Thread-safe: calls run one after another. A megabyte takes one to three seconds, whatever is
 * in it.
 */
public final class Tokenizer implements AutoCloseable {
    private final SpecialTokens specialTokens;
    private final OptionalInt before;
    private final OptionalInt after;
    private final boolean spacesReplaced;
    private final String prefix;
    private final long handle;
    private boolean closed;

    /** Keeps little of the vocabulary, which is tens of megabytes, once native code has its own. */
    private Tokenizer(Vocabulary vocabulary, long handle) {
        this.specialTokens = new SpecialTokens(vocabulary);
        this.before = vocabulary.addsBos() ? vocabulary.bos() : OptionalInt.empty();
        this.after = vocabulary.addsEos() ? vocabulary.eos() : OptionalInt.empty();
        this.spacesReplaced = vocabulary.kind() == VocabularyKind.SENTENCE_PIECE;
        this.prefix = vocabulary.addsSpacePrefix() ? " " : "";
        this.handle = handle;
    }

    /**
     * Builds the tokenizer of a vocabulary, in about a second for 150,000 tokens.
     *
     * @throws TokenizerException when the native library refuses the vocabulary
     * @throws IllegalStateException before {@link TokenizerLibrary#prepare}
     */
    public static Tokenizer open(Vocabulary vocabulary) {
        TokenizerLibrary.requireLoaded();
        String json = TokenizerJson.of(vocabulary);
        try {
            return new Tokenizer(vocabulary, HuggingFaceTokenizers.create(json));
        } catch (RuntimeException e) {
            throw new TokenizerException(
                    "the tokenizer library refuses the vocabulary of %d tokens: %s"
                            .formatted(vocabulary.size(), e.getMessage()),
                    e);
        }
    }

    /**
     * The token ids of a text, of any length.
     *
     * @param addSpecial whether the tokens that this model wants before and after a text are added
     * @param parseSpecial whether the spelling of a token that steers the model becomes that token;
     *     never for text that comes from a user
     */
    public int[] encode(String text, boolean addSpecial, boolean parseSpecial) {
        IntStream.Builder ids = IntStream.builder();
        if (addSpecial) {
            before.ifPresent(ids::add);
        }
        encode(specialTokens.split(withoutLoneSurrogates(text), parseSpecial), ids);
        if (addSpecial) {
            after.ifPresent(ids::add);
        }
        return ids.build().toArray();
    }

    /**
     * A user's text with a mark in the spelling of each token that steers the model. It may become
     * part of a longer text, as by a chat template, for {@link #encodeGuarded}.
     */
    public String guard(String text) {
        return specialTokens.guard(text);
    }

    /**
     * The token ids of a text with guarded parts: spellings outside of them become the tokens that
     * steer the model, those inside stay text. No special tokens are added.
     */
    public int[] encodeGuarded(String text) {
        IntStream.Builder ids = IntStream.builder();
        encode(specialTokens.splitGuarded(withoutLoneSurrogates(text)), ids);
        return ids.build().toArray();
    }

    private synchronized void encode(
            List<SpecialTokens.Fragment> fragments, IntStream.Builder ids) {
        if (closed) {
            throw new IllegalStateException("the tokenizer is closed");
        }
        boolean afterSpecial = true;
        for (SpecialTokens.Fragment fragment : fragments) {
            switch (fragment) {
                case SpecialTokens.Fragment.Token token -> ids.add(token.id());
                case SpecialTokens.Fragment.Text part ->
                        LongStream.of(
                                        HuggingFaceTokenizers.encode(
                                                handle, prepared(part.text(), afterSpecial)))
                                .forEach(id -> ids.add(Math.toIntExact(id)));
            }
            afterSpecial = fragment instanceof SpecialTokens.Fragment.Token;
        }
    }

    private String prepared(String text, boolean afterSpecial) {
        return spacesReplaced ? ((afterSpecial ? prefix : "") + text).replace(' ', '▁') : text;
    }

    /** Half a character cannot be written in UTF-8; it becomes U+FFFD. */
    private static String withoutLoneSurrogates(String text) {
        if (text.codePoints().noneMatch(Tokenizer::isSurrogate)) {
            return text;
        }
        return text.codePoints()
                .map(codePoint -> isSurrogate(codePoint) ? 0xFFFD : codePoint)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            HuggingFaceTokenizers.delete(handle);
        }
    }
}
