package org.boltmesh.bootstrap.gateway;

import java.util.List;
import org.boltmesh.actors.coordinator.AnswerEvent;

/**
 * What an answer grows by.
 *
 * @param tokensOffset of the first token's text in the answer, in characters
 * @param tokens that end in this piece; empty where they are not reported
 */
record Piece(String text, int tokensOffset, List<AnswerEvent.Token> tokens) {
    static final Piece NOTHING = new Piece("", 0, List.of());

    Piece {
        tokens = List.copyOf(tokens);
    }

    boolean isEmpty() {
        return text.isEmpty() && tokens.isEmpty();
    }
}
