package org.boltmesh.shards.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8StreamTest {
    private static final int[] BEGINNINGS = {
        0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
        0xFF
    };

    @Test
    void shouldHoldBackIncompleteCharacter() {
        Utf8Stream stream = new Utf8Stream();
        byte[] llama = "🦙".getBytes(StandardCharsets.UTF_8);
        assertThat(stream.append(Arrays.copyOf(llama, 3))).isEmpty();
        assertThat(stream.append(new byte[] {llama[3], 'a'})).isEqualTo("🦙a");
        assertThat(stream.finish()).isEmpty();
    }

    @Test
    void shouldReplaceIncompleteEnd() {
        Utf8Stream stream = new Utf8Stream();
        assertThat(stream.append(new byte[] {'a', (byte) 0xE2, (byte) 0x82})).isEqualTo("a");
        assertThat(stream.finish()).isEqualTo("\uFFFD");
        assertThat(stream.append(new byte[] {'b'})).isEqualTo("b");
    }

    @Test
    void shouldEqualDecodingAtOnce() {
        long seed = System.nanoTime();
        System.out.println("Utf8StreamTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 50_000; round++) {
            byte[] bytes = bytes(random);
            assertThat(streamed(bytes, random))
                    .as("seed %d, bytes %s", seed, Arrays.toString(bytes))
                    .isEqualTo(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /** Mostly bytes at which decoders change their mind, with whole characters between. */
    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(12)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] =
                    switch (random.nextInt(4)) {
                        case 0 -> (byte) random.nextInt(256);
                        case 1 -> (byte) BEGINNINGS[random.nextInt(BEGINNINGS.length)];
                        default -> (byte) (0x80 + random.nextInt(64));
                    };
        }
        byte[] whole = "é€🦙".getBytes(StandardCharsets.UTF_8);
        if (random.nextBoolean() && bytes.length > whole.length) {
            System.arraycopy(whole, 0, bytes, random.nextInt(bytes.length - whole.length), 9);
        }
        return bytes;
    }

    private static String streamed(byte[] bytes, Random random) {
        Utf8Stream stream = new Utf8Stream();
        StringBuilder text = new StringBuilder();
        int start = 0;
        while (start < bytes.length) {
            int end = start + 1 + random.nextInt(bytes.length - start);
            String part = stream.append(Arrays.copyOfRange(bytes, start, end));
            assertThat(part.isEmpty() || !Character.isHighSurrogate(part.charAt(part.length() - 1)))
                    .isTrue();
            text.append(part);
            start = end;
        }
        return text.append(stream.finish()).toString();
    }
}
