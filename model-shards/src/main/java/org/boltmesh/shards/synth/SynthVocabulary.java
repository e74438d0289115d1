package org.boltmesh.shards.synth;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.tokenizer.ByteAlphabet;

/**
 * A byte-level BPE vocabulary of any size: the bytes, then all pairs of them, then each pair with a
 * third byte, and at the end one token that ends a text. So any text can be tokenized, and there
 * are as many merges as in a real vocabulary of that size.
 */
final class SynthVocabulary {
    private static final int BYTES = 256;
    private static final int PAIRS = BYTES * BYTES;

    /** A token for each byte, and one that ends a text. */
    static final int SIZE_MIN = BYTES + 1;

    /** What ends a text. */
    static final String END = "<|endoftext|>";

    private final List<String> tokens;
    private final List<String> merges;

    SynthVocabulary(int size) {
        tokens = new ArrayList<>(size);
        merges = new ArrayList<>(size - SIZE_MIN);
        for (int value = 0; value < BYTES; value++) {
            tokens.add(letter(value));
        }
        for (int index = 0; index < size - SIZE_MIN; index++) {
            String left = index < PAIRS ? letter(index / BYTES) : tokens.get(index / BYTES);
            String right = letter(index % BYTES);
            tokens.add(left + right);
            merges.add(left + " " + right);
        }
        tokens.add(END);
    }

    private static String letter(int value) {
        return String.valueOf(ByteAlphabet.letter(value));
    }

    List<String> tokens() {
        return tokens;
    }

    /** Two tokens each, with a space between, in the order in which they are merged. */
    List<String> merges() {
        return merges;
    }

    int endId() {
        return tokens.size() - 1;
    }
}
