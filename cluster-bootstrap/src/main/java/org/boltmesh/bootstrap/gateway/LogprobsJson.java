package org.boltmesh.bootstrap.gateway;

import java.util.List;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.SpelledLogprob;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes how likely tokens were. */
final class LogprobsJson {
    private LogprobsJson() {}

    /**
     * The object of some pieces.
     *
     * @param top likeliest tokens beside each chosen one
     */
    static ObjectNode of(Shape shape, List<Piece> pieces, int top) {
        return switch (shape) {
            case CHAT -> chat(pieces, top);
            case TEXT -> text(pieces, top);
        };
    }

    private static ObjectNode chat(List<Piece> pieces, int top) {
        ObjectNode logprobs = JsonMapper.shared().createObjectNode();
        ArrayNode content = logprobs.putArray("content");
        pieces.forEach(
                piece ->
                        piece.tokens().forEach(token -> addToken(content.addObject(), token, top)));
        return logprobs;
    }

    private static void addToken(ObjectNode node, AnswerEvent.Token token, int top) {
        fill(node, chosen(token));
        ArrayNode others = node.putArray("top_logprobs");
        top(token, top).forEach(each -> fill(others.addObject(), each));
    }

    private static void fill(ObjectNode node, SpelledLogprob logprob) {
        byte[] spelled = logprob.bytes();
        node.put("token", TokenName.of(Shape.CHAT, logprob.token(), spelled))
                .put("logprob", logprob.logprob());
        ArrayNode bytes = node.putArray("bytes");
        for (byte each : spelled) {
            bytes.add(Byte.toUnsignedInt(each));
        }
    }

    private static ObjectNode text(List<Piece> pieces, int top) {
        ObjectNode logprobs = JsonMapper.shared().createObjectNode();
        ArrayNode tokens = logprobs.putArray("tokens");
        ArrayNode chosen = logprobs.putArray("token_logprobs");
        ArrayNode tops = logprobs.putArray("top_logprobs");
        ArrayNode offsets = logprobs.putArray("text_offset");
        for (Piece piece : pieces) {
            int offset = piece.tokensOffset();
            for (AnswerEvent.Token token : piece.tokens()) {
                tokens.add(name(chosen(token)));
                chosen.add(chosen(token).logprob());
                addTops(tops.addObject(), top(token, top));
                offsets.add(offset);
                offset += token.text().length();
            }
        }
        return logprobs;
    }

    /** Two tokens may be spelled alike: the likelier one comes first, and stays. */
    private static void addTops(ObjectNode node, List<SpelledLogprob> tops) {
        tops.forEach(each -> node.putIfAbsent(name(each), DoubleNode.valueOf(each.logprob())));
    }

    private static String name(SpelledLogprob logprob) {
        return TokenName.of(Shape.TEXT, logprob.token(), logprob.bytes());
    }

    /** An engine reports the chosen token first. */
    private static SpelledLogprob chosen(AnswerEvent.Token token) {
        return token.logprobs().isEmpty()
                ? new SpelledLogprob(token.token(), 0, "")
                : token.logprobs().getFirst();
    }

    private static List<SpelledLogprob> top(AnswerEvent.Token token, int top) {
        return token.logprobs().stream().skip(1).limit(top).toList();
    }
}
