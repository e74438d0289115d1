package org.boltmesh.shards.tokenizer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * SentencePiece's BPE as llama.cpp does it, slow and simple: again and again the neighbours that
 * together make the piece of the best score become one, the leftmost where scores are equal.
 */
final class SentencePieceReference {
    private static final int UNKNOWN = 0;

    private final Map<String, Integer> ids = new HashMap<>();
    private final float[] scores;

    SentencePieceReference(List<String> tokens, float[] scores) {
        for (int id = 0; id < tokens.size(); id++) {
            ids.put(tokens.get(id), id);
        }
        this.scores = scores;
    }

    List<Integer> encode(String text) {
        List<String> symbols = new ArrayList<>();
        (" " + text)
                .replace(' ', '▁')
                .codePoints()
                .forEach(c -> symbols.add(Character.toString(c)));
        for (int best = best(symbols); best >= 0; best = best(symbols)) {
            symbols.set(best, symbols.get(best) + symbols.remove(best + 1));
        }
        List<Integer> result = new ArrayList<>();
        for (String symbol : symbols) {
            if (ids.containsKey(symbol)) {
                result.add(ids.get(symbol));
            } else {
                result.addAll(bytes(symbol));
            }
        }
        return result;
    }

    /** A vocabulary has tokens for all bytes or for none. */
    private List<Integer> bytes(String symbol) {
        List<Integer> result = new ArrayList<>();
        for (byte value : symbol.getBytes(StandardCharsets.UTF_8)) {
            Integer id = ids.get("<0x%02X>".formatted(value));
            if (id == null) {
                return List.of(UNKNOWN);
            }
            result.add(id);
        }
        return result;
    }

    private int best(List<String> symbols) {
        int best = -1;
        float bestScore = Float.NEGATIVE_INFINITY;
        for (int i = 0; i + 1 < symbols.size(); i++) {
            Integer id = ids.get(symbols.get(i) + symbols.get(i + 1));
            if (id != null && (best < 0 || scores[id] > bestScore)) {
                best = i;
                bestScore = scores[id];
            }
        }
        return best;
    }
}
