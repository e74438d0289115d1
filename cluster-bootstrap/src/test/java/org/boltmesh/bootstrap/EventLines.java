package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The chunks of a whole stream of server-sent events, which must have ended as it should.
 *
 * @param chunks all but the end
 */
record EventLines(List<JsonNode> chunks) {
    private static final String DATA = "data: ";

    EventLines {
        chunks = List.copyOf(chunks);
    }

    static EventLines of(String body) {
        List<JsonNode> chunks = new ArrayList<>();
        List<String> events =
                body.lines().filter(line -> line.startsWith(DATA)).map(EventLines::data).toList();
        assertThat(events).as(body).isNotEmpty();
        assertThat(events.getLast()).isEqualTo("[DONE]");
        for (String event : events.subList(0, events.size() - 1)) {
            JsonNode chunk = JsonMapper.shared().readTree(event);
            assertThat(chunk.has("error")).as(event).isFalse();
            chunks.add(chunk);
        }
        return new EventLines(chunks);
    }

    private static String data(String line) {
        return line.substring(DATA.length());
    }

    /** The text of the only choice. */
    String text() {
        return text(0);
    }

    /** The text of one of several choices. */
    String text(int choice) {
        var text = new StringBuilder();
        chunks.stream()
                .filter(chunk -> chunk.at("/choices/0/index").asInt(0) == choice)
                .forEach(chunk -> text.append(text(chunk)));
        return text.toString();
    }

    /** The text of the first choice in a chunk or in a whole reply, of a text or a chat. */
    static String text(JsonNode reply) {
        JsonNode choice = reply.path("choices").path(0);
        for (String place : List.of("/text", "/delta/content", "/message/content")) {
            JsonNode found = choice.at(place);
            if (found.isString()) {
                return found.stringValue();
            }
        }
        return "";
    }

    /** The chosen tokens as logprobs name them. */
    List<String> tokens() {
        return chunks.stream().flatMap(chunk -> tokens(chunk).stream()).toList();
    }

    /** The same of one chunk or a whole reply. */
    static List<String> tokens(JsonNode reply) {
        return reply.at("/choices/0/logprobs/content")
                .valueStream()
                .map(token -> token.get("token").asString())
                .toList();
    }
}
