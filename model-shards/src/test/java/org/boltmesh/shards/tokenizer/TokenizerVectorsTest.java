package org.boltmesh.shards.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.boltmesh.shards.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TokenizerVectorsTest {
    /** One text and what llama.cpp makes of it. */
    private record Vector(String text, List<Integer> ids) {}

    @ParameterizedTest
    @ValueSource(strings = {"gpt-2", "llama-bpe", "llama-spm", "qwen2"})
    void shouldMatchLlamaCpp(String name) throws IOException {
        Vocabulary vocabulary = TestVocabularies.ggml(name);
        TokenBytes bytes = TokenBytes.of(vocabulary);
        try (Tokenizer tokenizer = TestVocabularies.open(vocabulary)) {
            for (Vector vector : vectors(name)) {
                int[] ids = tokenizer.encode(vector.text, false, false);
                assertThat(Arrays.stream(ids).boxed().toList())
                        .as(vector.text)
                        .isEqualTo(vector.ids);
                assertThat(bytes.text(ids, false))
                        .as(vector.text)
                        .isEqualTo(spacePrefix(vocabulary, vector.text) + vector.text);
            }
        }
    }

    /** SentencePiece puts a space before a text, and ids to bytes shows it, as in llama.cpp. */
    private static String spacePrefix(Vocabulary vocabulary, String text) {
        return vocabulary.addsSpacePrefix() && !text.isEmpty() ? " " : "";
    }

    private static List<Vector> vectors(String name) throws IOException {
        Path file = SharedData.require("models/tokenizers/ggml-vocab-%s.gguf".formatted(name));
        String input = Files.readString(Path.of(file + ".inp"));
        // The separator also ends the file.
        String[] texts = input.split("\n__ggml_vocab_test__\n");
        List<String> lines = Files.readAllLines(Path.of(file + ".out"));
        assertThat(lines).hasSameSizeAs(texts);
        List<Vector> vectors = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            List<Integer> ids =
                    Arrays.stream(lines.get(i).trim().split(" +"))
                            .filter(id -> !id.isEmpty())
                            .map(Integer::valueOf)
                            .toList();
            vectors.add(new Vector(texts[i], ids));
        }
        return vectors;
    }

    @Test
    void shouldMatchTalesVectors() {
        JsonNode golden =
                JsonMapper.shared()
                        .readTree(SharedData.require("tales/golden/tokenizer.json").toFile());
        Vocabulary vocabulary = TestVocabularies.of("tales/models/tales-qwen3-q8_0.gguf");
        TokenBytes bytes = TokenBytes.of(vocabulary);
        assertThat(vocabulary.size()).isEqualTo(golden.get("vocab_size").asInt());
        assertThat(vocabulary.addsBos()).isEqualTo(golden.get("add_bos").asBoolean());
        try (Tokenizer tokenizer = TestVocabularies.open(vocabulary)) {
            for (JsonNode vector : golden.get("vectors")) {
                String text = vector.get("text").asString();
                int[] wanted = vector.get("ids").valueStream().mapToInt(JsonNode::asInt).toArray();
                int[] ids = tokenizer.encode(text, true, vector.get("parse_special").asBoolean());
                assertThat(ids).as(text).containsExactly(wanted);
                assertThat(bytes.text(ids, true)).isEqualTo(text);
                List<String> pieces =
                        Arrays.stream(ids).mapToObj(vocabulary.tokens()::get).toList();
                assertThat(pieces)
                        .isEqualTo(
                                vector.get("pieces")
                                        .valueStream()
                                        .map(JsonNode::asString)
                                        .toList());
            }
        }
    }
}
