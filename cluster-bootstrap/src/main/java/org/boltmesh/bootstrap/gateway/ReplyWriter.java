package org.boltmesh.bootstrap.gateway;

import java.util.List;
import java.util.Optional;
import org.boltmesh.bootstrap.gateway.CompletionCall.Shape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the replies to one call, whole or in pieces. Pure. */
final class ReplyWriter {
    private static final String CONTENT = "content";
    private static final String FINISH_REASON = "finish_reason";

    private final CompletionCall call;
    private final String id;
    private final long createdSeconds;

    /**
     * A writer of one call.
     *
     * @param unique for the reply's id
     * @param createdSeconds since 1970
     */
    ReplyWriter(CompletionCall call, String unique, long createdSeconds) {
        this.call = call;
        this.id = call.shape().idPrefix() + unique;
        this.createdSeconds = createdSeconds;
    }

    /** A choice of a whole reply. */
    record Choice(String text, List<Piece> pieces, String finishReason) {
        Choice {
            pieces = List.copyOf(pieces);
        }
    }

    ObjectNode whole(List<Choice> choices, Usage usage) {
        ObjectNode reply = reply(call.shape().object());
        ArrayNode array = reply.putArray("choices");
        for (int index = 0; index < choices.size(); index++) {
            Choice choice = choices.get(index);
            ObjectNode node = array.addObject().put("index", index);
            switch (call.shape()) {
                case CHAT ->
                        node.putObject("message")
                                .put("role", "assistant")
                                .put(CONTENT, choice.text());
                case TEXT -> node.put("text", choice.text());
            }
            addLogprobs(node, choice.pieces());
            node.put(FINISH_REASON, choice.finishReason());
        }
        addUsage(reply, usage);
        return reply;
    }

    /** The first piece of a choice; the older call has none. */
    Optional<ObjectNode> opening(int choice) {
        if (call.shape() == Shape.TEXT) {
            return Optional.empty();
        }
        ObjectNode chunk = chunk();
        ObjectNode node = choice(chunk, choice);
        node.putObject("delta").put("role", "assistant").put(CONTENT, "");
        node.putNull(FINISH_REASON);
        return Optional.of(chunk);
    }

    ObjectNode grown(int choice, Piece piece) {
        ObjectNode chunk = chunk();
        ObjectNode node = choice(chunk, choice);
        switch (call.shape()) {
            case CHAT -> node.putObject("delta").put(CONTENT, piece.text());
            case TEXT -> node.put("text", piece.text());
        }
        if (call.reportTokens()) {
            addLogprobs(node, List.of(piece));
        }
        node.putNull(FINISH_REASON);
        return chunk;
    }

    ObjectNode ended(int choice, String finishReason) {
        ObjectNode chunk = chunk();
        ObjectNode node = choice(chunk, choice);
        switch (call.shape()) {
            case CHAT -> node.putObject("delta");
            case TEXT -> node.put("text", "");
        }
        node.put(FINISH_REASON, finishReason);
        return chunk;
    }

    /** The piece that tells the tokens. */
    ObjectNode usage(Usage usage) {
        ObjectNode chunk = reply(call.shape().chunkObject());
        chunk.putArray("choices");
        addUsage(chunk, usage);
        return chunk;
    }

    private ObjectNode chunk() {
        ObjectNode chunk = reply(call.shape().chunkObject());
        chunk.putArray("choices");
        if (call.includeUsage()) {
            chunk.putNull("usage");
        }
        return chunk;
    }

    private static ObjectNode choice(ObjectNode chunk, int index) {
        return chunk.withArray("/choices").addObject().put("index", index);
    }

    private ObjectNode reply(String object) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("id", id)
                .put("object", object)
                .put("created", createdSeconds)
                .put("model", call.model());
    }

    private void addLogprobs(ObjectNode node, List<Piece> pieces) {
        if (!call.reportTokens()) {
            node.putNull("logprobs");
            return;
        }
        node.set("logprobs", LogprobsJson.of(call.shape(), pieces, call.topLogprobs()));
    }

    private static void addUsage(ObjectNode reply, Usage usage) {
        reply.putObject("usage")
                .put("prompt_tokens", usage.promptTokens())
                .put("completion_tokens", usage.answerTokens())
                .put("total_tokens", usage.promptTokens() + usage.answerTokens());
    }

    /** The body of an error, and the event of one in mid-stream. */
    static ObjectNode error(Refusal refusal) {
        ObjectNode body = JsonMapper.shared().createObjectNode();
        body.putObject("error")
                .put("message", refusal.message())
                .put("type", refusal.type())
                .put("param", refusal.param().orElse(null))
                .put("code", refusal.code().orElse(null));
        return body;
    }
}
