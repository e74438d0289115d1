package org.boltmesh.shards.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.GgufMetadata;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentencePieceTest {
    private static final String LETTERS = "aabcdeeinost  \n.,'\"01<>x/é€🦙語";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "models/tokenizers/ggml-vocab-llama-spm.gguf",
                "models/stories260K/stories260K-f32.gguf",
                "models/TinyStories-656K/tinystories-656k-f32.gguf"
            })
    void shouldEqualReference(String file) {
        long seed = System.nanoTime();
        System.out.println("SentencePieceTest seed " + seed);
        GgufMetadata metadata = GgufFile.open(SharedData.require(file)).metadata();
        Vocabulary vocabulary = Vocabulary.of(metadata);
        SentencePieceReference reference =
                new SentencePieceReference(
                        vocabulary.tokens(), metadata.requireFloats("tokenizer.ggml.scores"));
        TokenBytes bytes = TokenBytes.of(vocabulary);
        Random random = new Random(seed);
        try (Tokenizer tokenizer = TestVocabularies.open(vocabulary)) {
            for (int round = 0; round < 2000; round++) {
                String text = round % 2 == 0 ? letters(random) : pieces(vocabulary, random);
                int[] ids = tokenizer.encode(text, false, false);
                assertThat(Arrays.stream(ids).boxed().toList())
                        .as("seed %d, text %s", seed, text)
                        .isEqualTo(reference.encode(text));
                if (Arrays.stream(ids).noneMatch(bytes::isSpecial)) {
                    assertThat(bytes.text(ids, false)).isEqualTo(" " + text);
                }
            }
        }
    }

    private static String letters(Random random) {
        int[] alphabet = LETTERS.codePoints().toArray();
        StringBuilder text = new StringBuilder("a");
        for (int left = random.nextInt(40); left > 0; left--) {
            int letter = alphabet[random.nextInt(alphabet.length)];
            text.appendCodePoint(letter);
            // Runs of one letter are where the order of equal merges would show.
            while (random.nextInt(3) == 0) {
                text.appendCodePoint(letter);
            }
        }
        return text.toString();
    }

    private static String pieces(Vocabulary vocabulary, Random random) {
        List<String> tokens = vocabulary.tokens();
        StringBuilder text = new StringBuilder("a");
        for (int left = random.nextInt(20); left > 0; left--) {
            int id = random.nextInt(tokens.size());
            if (vocabulary.types().get(id) == TokenType.NORMAL) {
                text.append(tokens.get(id).replace('▁', ' '));
            }
        }
        return text.toString();
    }
}
