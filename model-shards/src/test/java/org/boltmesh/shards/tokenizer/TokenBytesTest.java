package org.boltmesh.shards.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBytesTest {
    @ParameterizedTest
    @ValueSource(strings = {"gpt-2", "llama-bpe", "llama-spm", "qwen2"})
    void shouldSurviveTransport(String name) {
        TokenBytes bytes = TokenBytes.of(TestVocabularies.ggml(name));
        byte[] written = bytes.toBytes();
        System.out.printf("%s: %d tokens in %d bytes%n", name, bytes.size(), written.length);
        TokenBytes again = TokenBytes.fromBytes(written);
        assertThat(again.size()).isEqualTo(bytes.size());
        for (int id = 0; id < bytes.size(); id++) {
            assertThat(again.isSpecial(id)).isEqualTo(bytes.isSpecial(id));
            assertThat(again.bytes(id, true)).isEqualTo(bytes.bytes(id, true));
        }
    }

    @Test
    void shouldCoverEveryByteOnce() {
        TokenBytes bytes = TokenBytes.of(TestVocabularies.of("tales/models/tales-qwen3-q8_0.gguf"));
        boolean[] seen = new boolean[256];
        for (int id = 0; id < 256; id++) {
            assertThat(bytes.bytes(id)).hasSize(1);
            seen[bytes.bytes(id)[0] & 0xFF] = true;
        }
        assertThat(seen).doesNotContain(false);
    }

    @Test
    void shouldReadSentencePieces() {
        TokenBytes bytes = TokenBytes.of(TestVocabularies.ggml("llama-spm"));
        assertThat(bytes.bytes(15043)).isEqualTo(" Hello".getBytes(StandardCharsets.UTF_8));
        assertThat(bytes.bytes(13)).containsExactly('\n');
        assertThat(bytes.bytes(3 + 0xFF)).containsExactly(0xFF);
        assertThat(bytes.bytes(1)).isEmpty();
        assertThat(bytes.bytes(1, true)).isEqualTo("<s>".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldHideTokensThatSteer() {
        Vocabulary vocabulary = TestVocabularies.ggml("qwen2");
        TokenBytes bytes = TokenBytes.of(vocabulary);
        int end = vocabulary.tokens().indexOf("<|im_end|>");
        assertThat(bytes.isSpecial(end)).isTrue();
        assertThat(bytes.text(new int[] {end}, false)).isEmpty();
        assertThat(bytes.text(new int[] {end}, true)).isEqualTo("<|im_end|>");
    }

    @Test
    void shouldRefuseIdOutOfRange() {
        TokenBytes bytes = TokenBytes.of(TestVocabularies.ggml("gpt-2"));
        for (int id : new int[] {-1, bytes.size()}) {
            assertThatThrownBy(() -> bytes.bytes(id)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> bytes.isSpecial(id))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldRefuseDamagedTable() {
        byte[] written =
                TokenBytes.of(TestVocabularies.of("models/stories260K/stories260K-f32.gguf"))
                        .toBytes();
        long seed = System.nanoTime();
        System.out.println("TokenBytesTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            byte[] damaged = Arrays.copyOf(written, random.nextInt(written.length));
            for (int left = random.nextInt(4); left > 0 && damaged.length > 0; left--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            assertReadOrRefused(damaged);
        }
        assertThatThrownBy(() -> TokenBytes.fromBytes(new byte[0]))
                .isInstanceOf(TokenizerException.class)
                .hasMessageContaining("ends after 0 bytes");
    }

    private static void assertReadOrRefused(byte[] table) {
        try {
            TokenBytes bytes = TokenBytes.fromBytes(table);
            for (int id = 0; id < bytes.size(); id++) {
                assertThat(bytes.bytes(id, true).length).isLessThanOrEqualTo(table.length);
            }
        } catch (TokenizerException e) {
            assertThat(e).hasMessageContaining("token table");
        }
    }
}
