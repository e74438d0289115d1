package org.boltmesh.shards.tokenizer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * GPT-2's alphabet of bytes: printable characters of Latin-1 stand for themselves, the other 68
 * bytes for U+0100 onwards.
 */
public final class ByteAlphabet {
    private static final char[] LETTERS = letters();
    private static final int[] BYTES = bytes();

    private ByteAlphabet() {}

    private static char[] letters() {
        char[] letters = new char[256];
        char next = 256;
        for (int value = 0; value < 256; value++) {
            letters[value] = isPrintable(value) ? (char) value : next++;
        }
        return letters;
    }

    private static boolean isPrintable(int value) {
        return (value >= '!' && value <= '~')
                || (value >= 0xA1 && value <= 0xAC)
                || (value >= 0xAE && value <= 0xFF);
    }

    private static int[] bytes() {
        int[] bytes = new int[256 + 68];
        Arrays.fill(bytes, -1);
        for (int value = 0; value < 256; value++) {
            bytes[LETTERS[value]] = value;
        }
        return bytes;
    }

    /** The letter of a byte, {@code 0..255}. */
    public static char letter(int value) {
        return LETTERS[value];
    }

    /** The bytes that a token spells; a token with foreign characters is its own UTF-8. */
    static byte[] decode(String token) {
        byte[] decoded = new byte[token.length()];
        for (int i = 0; i < decoded.length; i++) {
            char letter = token.charAt(i);
            int value = letter < BYTES.length ? BYTES[letter] : -1;
            if (value < 0) {
                return token.getBytes(StandardCharsets.UTF_8);
            }
            decoded[i] = (byte) value;
        }
        return decoded;
    }
}
