package org.boltmesh.bootstrap.gateway;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;
import org.boltmesh.shards.sampling.TokenLogprob;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes how likely tokens were. A token that was not chosen has its id in place of its text, for a
 * node has no vocabulary of models that it does not hold.
 */
final class LogprobsJson {
    private static final String LOGPROB = "logprob";

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
        fill(node, token.text(), chosen(token));
        ArrayNode others = node.putArray("top_logprobs");
        for (TokenLogprob other : top(token, top)) {
            if (other.token() == token.token()) {
                fill(others.addObject(), token.text(), other);
            } else {
                others.addObject()
                        .put("token", name(token, other))
                        .put(LOGPROB, other.logprob())
                        .putNull("bytes");
            }
        }
    }

    private static void fill(ObjectNode node, String text, TokenLogprob logprob) {
        node.put("token", text).put(LOGPROB, logprob.logprob());
        ArrayNode bytes = node.putArray("bytes");
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
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
                tokens.add(token.text());
                chosen.add(chosen(token).logprob());
                ObjectNode others = tops.addObject();
                top(token, top).forEach(each -> others.put(name(token, each), each.logprob()));
                offsets.add(offset);
                offset += token.text().length();
            }
        }
        return logprobs;
    }

    /** An engine reports the chosen token first. */
    private static TokenLogprob chosen(AnswerEvent.Token token) {
        return token.logprobs().isEmpty()
                ? new TokenLogprob(token.token(), 0)
                : token.logprobs().getFirst();
    }

    private static List<TokenLogprob> top(AnswerEvent.Token token, int top) {
        return token.logprobs().stream().skip(1).limit(top).toList();
    }

    private static String name(AnswerEvent.Token token, TokenLogprob other) {
        return other.token() == token.token() ? token.text() : "token_id:" + other.token();
    }
}
