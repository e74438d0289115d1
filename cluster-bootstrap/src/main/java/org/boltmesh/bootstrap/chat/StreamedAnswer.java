package org.boltmesh.bootstrap.chat;

import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads server-sent events of one chat completion, line by line. Pure but for its listener. */
final class StreamedAnswer {
    private static final String DATA = "data:";
    private static final String DONE = "[DONE]";

    private final Consumer<String> listener;
    private Optional<String> failure = Optional.empty();
    private Optional<String> finish = Optional.empty();
    private int tokens;

    StreamedAnswer(Consumer<String> listener) {
        this.listener = listener;
    }

    /** Takes a line; comments and empty ones mean nothing. */
    void line(String line) {
        String data = line.startsWith(DATA) ? line.substring(DATA.length()).strip() : "";
        if (!data.isEmpty() && !data.equals(DONE)) {
            event(JsonMapper.shared().readTree(data));
        }
    }

    private void event(JsonNode event) {
        if (event.has("error")) {
            failure = Optional.of(event.path("error").path("message").asString("it broke off"));
        }
        tokens = event.path("usage").path("completion_tokens").asInt(tokens);
        for (JsonNode choice : event.path("choices")) {
            String piece = choice.path("delta").path("content").asString("");
            if (!piece.isEmpty()) {
                listener.accept(piece);
            }
            if (choice.path("finish_reason").isString()) {
                finish = Optional.of(choice.path("finish_reason").stringValue());
            }
        }
    }

    /** How it ended, after the last line. */
    ChatReply reply() {
        if (failure.isPresent()) {
            return new ChatReply.Failed(failure.get());
        }
        return finish.<ChatReply>map(why -> new ChatReply.Complete(tokens, why.equals("length")))
                .orElseGet(() -> new ChatReply.Failed("the node hung up before the answer's end"));
    }
}
