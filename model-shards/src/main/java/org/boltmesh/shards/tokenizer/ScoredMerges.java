package org.boltmesh.shards.tokenizer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Derives the merges of a SentencePiece vocabulary, which lists only pieces with scores: two pieces
 * that together are a piece may merge, the best score first.
 */
final class ScoredMerges {
    private record Ranked(Merge merge, float score, int leftId, int rightId) {}

    private static final Comparator<Ranked> ORDER =
            Comparator.comparing(Ranked::score, Comparator.reverseOrder())
                    .thenComparingInt(Ranked::leftId)
                    .thenComparingInt(Ranked::rightId);

    private final Vocabulary.Pieces pieces;
    private final Map<String, Integer> ids;
    private final List<Ranked> ranked = new ArrayList<>();

    private ScoredMerges(Vocabulary.Pieces pieces, Map<String, Integer> ids) {
        this.pieces = pieces;
        this.ids = ids;
    }

    static List<Merge> of(Vocabulary.Pieces pieces, float[] scores, Map<String, Integer> ids) {
        ScoredMerges merges = new ScoredMerges(pieces, ids);
        for (int id = 0; id < scores.length; id++) {
            if (merges.isText(id)) {
                merges.addSplits(pieces.texts().get(id), scores[id]);
            }
        }
        merges.ranked.sort(ORDER);
        return merges.ranked.stream().map(Ranked::merge).toList();
    }

    private void addSplits(String whole, float score) {
        for (int cut = 1; cut < whole.length(); cut++) {
            Merge merge = new Merge(whole.substring(0, cut), whole.substring(cut));
            Integer left = ids.get(merge.left());
            Integer right = ids.get(merge.right());
            if (left != null && right != null && isText(left) && isText(right)) {
                ranked.add(new Ranked(merge, score, left, right));
            }
        }
    }

    /** Nobody's text may become a token that steers the model, nor a byte by its spelling. */
    private boolean isText(int id) {
        TokenType type = pieces.types().get(id);
        return !type.isSpecial() && type != TokenType.BYTE;
    }
}
