package org.boltmesh.shards.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.boltmesh.shards.gguf.GgufBuilder;
import org.boltmesh.shards.gguf.GgufFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VocabularyTest {
    @TempDir Path folder;

    /** Keys of a small vocabulary; a test replaces one of them. */
    private static final class Draft {
        String model = "gpt2";
        String pre = "qwen2";
        final List<String> tokens = new ArrayList<>();
        final List<Integer> types = new ArrayList<>();
        final List<String> merges = new ArrayList<>(List.of("a b", "ab c"));
        final List<Float> scores = new ArrayList<>();
        Consumer<GgufBuilder> more = file -> {};

        static Draft byteLevel() {
            Draft draft = new Draft();
            for (int value = 0; value < 256; value++) {
                draft.token(String.valueOf(ByteAlphabet.letter(value)), TokenType.NORMAL);
            }
            draft.token("ab", TokenType.NORMAL);
            draft.token("abc", TokenType.NORMAL);
            draft.token("<|im_end|>", TokenType.CONTROL);
            return draft;
        }

        static Draft sentencePiece() {
            Draft draft = new Draft();
            draft.model = "llama";
            draft.token("<unk>", TokenType.UNKNOWN);
            draft.token("<s>", TokenType.CONTROL);
            draft.token("</s>", TokenType.CONTROL);
            for (String piece : List.of("▁", "a", "b", "ab", "▁ab")) {
                draft.token(piece, TokenType.NORMAL);
            }
            return draft;
        }

        void token(String text, TokenType type) {
            tokens.add(text);
            types.add(type.number());
            scores.add((float) -tokens.size());
        }

        GgufBuilder build() {
            GgufBuilder file = GgufBuilder.create("llama");
            file.string("tokenizer.ggml.model", model);
            file.string("tokenizer.ggml.pre", pre);
            file.strings("tokenizer.ggml.tokens", tokens);
            file.int32s(
                    "tokenizer.ggml.token_type",
                    types.stream().mapToInt(Integer::intValue).toArray());
            file.strings("tokenizer.ggml.merges", merges);
            float[] numbers = new float[scores.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = scores.get(i);
            }
            file.float32s("tokenizer.ggml.scores", numbers);
            more.accept(file);
            return file;
        }
    }

    private Vocabulary read(GgufBuilder file) {
        return Vocabulary.of(GgufFile.open(file.write(folder.resolve("v.gguf"))).metadata());
    }

    private void assertRefused(Draft draft, String... sayings) {
        assertThatThrownBy(() -> read(draft.build()))
                .isInstanceOf(TokenizerException.class)
                .hasMessageContaining("v.gguf, key tokenizer.ggml.")
                .hasMessageContainingAll(sayings);
    }

    @Test
    void shouldReadByteLevelVocabulary() {
        Draft draft = Draft.byteLevel();
        draft.more =
                file ->
                        file.uint32("tokenizer.ggml.eos_token_id", 258)
                                .uint32("tokenizer.ggml.bos_token_id", 0xFFFF_FFFFL)
                                .string("tokenizer.chat_template", "{{ 1 }}");
        Vocabulary vocabulary = read(draft.build());
        assertThat(vocabulary.kind()).isEqualTo(VocabularyKind.BYTE_LEVEL);
        assertThat(vocabulary.preTokenizer()).contains(PreTokenizer.QWEN2);
        assertThat(vocabulary.bos()).isEmpty();
        assertThat(vocabulary.endOfTurn()).hasValue(258);
        assertThat(vocabulary.endOfGeneration()).containsExactly(258);
        assertThat(vocabulary.spelling(vocabulary.eos())).isEqualTo("<|im_end|>");
        assertThat(vocabulary.spelling(OptionalInt.empty())).isEmpty();
        assertThat(vocabulary.addsBos()).isFalse();
        assertThat(vocabulary.chatTemplate()).contains("{{ 1 }}");
        assertThat(vocabulary.merges()).containsExactly(new Merge("a", "b"), new Merge("ab", "c"));
    }

    @Test
    void shouldReadSentencePieceVocabulary() {
        Vocabulary vocabulary = read(Draft.sentencePiece().build());
        assertThat(vocabulary.addsBos()).isTrue();
        assertThat(vocabulary.addsEos()).isFalse();
        assertThat(vocabulary.addsSpacePrefix()).isTrue();
        assertThat(vocabulary.bos()).hasValue(1);
        assertThat(vocabulary.endOfGeneration()).containsExactly(2);
        assertThat(vocabulary.merges()).containsExactly(new Merge("a", "b"), new Merge("▁", "ab"));
    }

    @ParameterizedTest
    @CsvSource({
        "gpt-2, GPT_2",
        "llama-bpe, LLAMA_BPE",
        "llama3, LLAMA_BPE",
        "llama-v3, LLAMA_BPE",
        "qwen2, QWEN2",
        "deepseek-r1-qwen, QWEN2"
    })
    void shouldKnowPreTokenizer(String name, PreTokenizer wanted) {
        assertThat(PreTokenizer.named(name)).contains(wanted);
    }

    @Test
    void shouldKnowEndsOfRealVocabularies() {
        Vocabulary llama = TestVocabularies.ggml("llama-bpe");
        assertThat(llama.endOfGeneration().stream().map(llama.tokens()::get))
                .containsExactlyInAnyOrder("<|end_of_text|>", "<|eot_id|>");
        assertThat(llama.addsBos()).isTrue();
        Vocabulary tales = TestVocabularies.of("tales/models/tales-qwen3-q8_0.gguf");
        assertThat(tales.endOfGeneration().stream().map(tales.tokens()::get))
                .containsExactlyInAnyOrder("<|endoftext|>", "<|im_end|>");
    }

    @Test
    void shouldTakeNameForEndAgainstItsType() {
        Draft draft = Draft.byteLevel();
        draft.token("<|eot_id|>", TokenType.NORMAL);
        Vocabulary vocabulary = read(draft.build());
        assertThat(vocabulary.endsGeneration(259)).isTrue();
        assertThat(vocabulary.types().get(259)).isEqualTo(TokenType.CONTROL);
    }

    @Test
    void shouldRefuseUnknownModel() {
        Draft draft = Draft.byteLevel();
        draft.model = "bert";
        assertRefused(draft, "tokenizer \"bert\" is unknown, want gpt2 or llama");
    }

    @Test
    void shouldRefuseUnknownPreTokenizer() {
        Draft draft = Draft.byteLevel();
        draft.pre = "tekken";
        assertRefused(draft, "\"tekken\" is unknown", "gpt-2", "llama-bpe", "qwen2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"model", "pre", "tokens", "merges"})
    void shouldRefuseMissingKey(String key) {
        GgufBuilder file = GgufBuilder.create("llama");
        if (!key.equals("model")) {
            file.string("tokenizer.ggml.model", "gpt2");
        }
        if (!key.equals("pre")) {
            file.string("tokenizer.ggml.pre", "qwen2");
        }
        if (!key.equals("tokens")) {
            file.strings("tokenizer.ggml.tokens", Draft.byteLevel().tokens);
        }
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(TokenizerException.class)
                .hasMessageContaining("key tokenizer.ggml.%s: missing".formatted(key));
    }

    @Test
    void shouldRefuseArraysOfOtherLength() {
        Draft types = Draft.byteLevel();
        types.types.removeLast();
        assertRefused(types, "token_type: 258 values, want 259");
        Draft scores = Draft.sentencePiece();
        scores.scores.add(0f);
        assertRefused(scores, "scores: 9 values, want 8");
    }

    @Test
    void shouldRefuseNoTokens() {
        Draft draft = new Draft();
        assertRefused(draft, "no tokens");
    }

    @Test
    void shouldRefuseDuplicateToken() {
        Draft draft = Draft.byteLevel();
        draft.token("ab", TokenType.NORMAL);
        assertRefused(draft, "token \"ab\" has ids 256 and 259");
    }

    @Test
    void shouldRefuseLongToken() {
        Draft draft = Draft.byteLevel();
        draft.token("a".repeat(5000), TokenType.NORMAL);
        assertRefused(draft, "token 259 has 5000 characters, want at most 4096");
    }

    @Test
    void shouldRefuseIdOutOfRange() {
        Draft draft = Draft.byteLevel();
        draft.more = file -> file.uint32("tokenizer.ggml.eos_token_id", 259);
        assertRefused(draft, "eos_token_id: 259, want 0 to 258");
        draft.more = file -> file.int32("tokenizer.ggml.bos_token_id", -2);
        assertRefused(draft, "bos_token_id: -2, want 0 to 258");
    }

    @Test
    void shouldRefuseFrameWithoutToken() {
        Draft draft = Draft.byteLevel();
        draft.more = file -> file.bool("tokenizer.ggml.add_bos_token", true);
        assertRefused(draft, "add_bos_token: true, want tokenizer.ggml.bos_token_id");
    }

    @Test
    void shouldRefuseScoreThatIsNoNumber() {
        Draft draft = Draft.sentencePiece();
        draft.scores.set(3, Float.NaN);
        assertRefused(draft, "score 3 is not a number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", " ", "ab", "a ", " b"})
    void shouldRefuseMergeOfOnePiece(String merge) {
        Draft draft = Draft.byteLevel();
        draft.merges.add(merge);
        assertRefused(draft, "merge 2 is \"%s\"".formatted(merge));
    }

    @Test
    void shouldRefuseMergeWithoutToken() {
        Draft draft = Draft.byteLevel();
        draft.merges.add("abc a");
        assertRefused(draft, "merge 2 needs the token \"abca\"");
    }

    @Test
    void shouldRefuseMissingByte() {
        Draft draft = Draft.byteLevel();
        draft.tokens.set('x', "xyz");
        assertRefused(draft, "no token \"x\" for the byte 0x78");
    }

    @Test
    void shouldNotMergeToTokenThatSteers() {
        Draft draft = Draft.byteLevel();
        draft.token("bc", TokenType.CONTROL);
        draft.merges.addFirst("b c");
        Vocabulary vocabulary = read(draft.build());
        assertThat(vocabulary.merges()).containsExactly(new Merge("a", "b"), new Merge("ab", "c"));
        try (Tokenizer tokenizer = TestVocabularies.open(vocabulary)) {
            assertThat(tokenizer.encode("bc", false, false)).containsExactly('b', 'c');
            assertThat(tokenizer.encode("bc", false, true)).containsExactly(259);
        }
    }

    @Test
    void shouldPreferLongerToken() {
        Draft draft = Draft.byteLevel();
        draft.token("xy", TokenType.USER_DEFINED);
        draft.token("yzz", TokenType.USER_DEFINED);
        Vocabulary vocabulary = read(draft.build());
        try (Tokenizer tokenizer = TestVocabularies.open(vocabulary)) {
            assertThat(tokenizer.encode("xyzz", false, false)).containsExactly('x', 260);
        }
    }
}
