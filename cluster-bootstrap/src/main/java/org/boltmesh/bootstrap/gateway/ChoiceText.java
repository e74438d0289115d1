package org.boltmesh.bootstrap.gateway;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.boltmesh.actors.coordinator.AnswerEvent;

/**
 * The text of one choice as it grows, and its tokens where they are reported: a token is let
 * through with the last of its text. Pure; not thread-safe.
 */
final class ChoiceText {
    private record Held(int endOffset, AnswerEvent.Token token) {}

    private final StopStrings stops;
    private final boolean reportTokens;
    private final Deque<Held> heldTokens = new ArrayDeque<>();
    private int length;
    private int shownLength;
    private int tokensLength;
    private int tokenCount;

    /**
     * Nothing came yet.
     *
     * @param reportTokens whether pieces have their tokens
     */
    ChoiceText(List<String> stops, boolean reportTokens) {
        this.stops = new StopStrings(stops);
        this.reportTokens = reportTokens;
    }

    /** What a token lets through. */
    Piece append(AnswerEvent.Token token) {
        if (stops.isStopped()) {
            return Piece.NOTHING;
        }
        tokenCount++;
        length += token.text().length();
        if (reportTokens) {
            heldTokens.addLast(new Held(length, token));
        }
        return shown(stops.append(token.text()));
    }

    /** What the end lets through, with the rest of a character that was cut. */
    Piece finish(String rest) {
        length += rest.length();
        String text = stops.append(rest);
        return shown(stops.isStopped() ? text : text + stops.finish());
    }

    private Piece shown(String text) {
        int offset = tokensLength;
        shownLength += text.length();
        List<AnswerEvent.Token> tokens = new ArrayList<>();
        while (!heldTokens.isEmpty() && heldTokens.getFirst().endOffset() <= shownLength) {
            AnswerEvent.Token token = heldTokens.removeFirst().token();
            tokensLength += token.text().length();
            tokens.add(token);
        }
        return new Piece(text, offset, tokens);
    }

    boolean isStopped() {
        return stops.isStopped();
    }

    /** All that came, also those of a stop string. */
    int tokenCount() {
        return tokenCount;
    }
}
