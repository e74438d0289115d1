package org.boltmesh.bootstrap.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.shards.template.ChatMessage;
import tools.jackson.databind.JsonNode;

/** Reads what answers continue: {@code messages}, or one or more {@code prompt}s. */
final class PromptReader {
    private static final int MESSAGES_MAX = 4096;
    private static final int PARTS_MAX = 1024;
    private static final int TOKENS_MAX = 50_000;
    private static final String PROMPT_WANTED = "a string, a list of token ids, or a list of such";

    /** As models' templates call them. */
    private static final Map<String, String> ROLES =
            Map.of(
                    "system", "system",
                    "developer", "system",
                    "user", "user",
                    "assistant", "assistant");

    private PromptReader() {}

    /** A conversation. */
    static Prompt chat(JsonFields fields) {
        JsonNode messages = required(fields, "messages");
        if (!messages.isArray() || messages.isEmpty()) {
            throw JsonFields.wrong("messages", messages, "a list of messages");
        }
        List<ChatMessage> turns = new ArrayList<>();
        for (JsonNode message : JsonFields.elements("messages", messages, MESSAGES_MAX)) {
            turns.add(message("messages[%d]".formatted(turns.size()), message));
        }
        return new Prompt.Chat(turns);
    }

    private static ChatMessage message(String place, JsonNode message) {
        if (!message.isObject()) {
            throw JsonFields.wrong(place, message, "an object with role and content");
        }
        var fields = new JsonFields(message);
        JsonNode role = required(fields, place, "role");
        String known =
                Optional.ofNullable(ROLES.get(JsonFields.text(place + ".role", role)))
                        .orElseThrow(
                                () ->
                                        JsonFields.wrong(
                                                place + ".role",
                                                role,
                                                "system, developer, user or assistant"));
        for (String call : List.of("tool_calls", "function_call")) {
            fields.field(call)
                    .filter(calls -> !calls.isEmpty())
                    .ifPresent(
                            calls -> {
                                throw JsonFields.wrong(
                                        place + "." + call,
                                        calls,
                                        "nothing, for it is not supported");
                            });
        }
        return new ChatMessage(known, content(place, fields, known.equals("assistant")));
    }

    private static String content(String place, JsonFields fields, boolean mayLack) {
        String name = place + ".content";
        Optional<JsonNode> content = fields.field("content");
        if (content.isEmpty() && mayLack) {
            return "";
        }
        JsonNode node = content.orElseThrow(() -> missing(name));
        if (!node.isArray()) {
            return JsonFields.text(name, node);
        }
        var text = new StringBuilder();
        for (JsonNode part : JsonFields.elements(name, node, PARTS_MAX)) {
            text.append(part(name, part));
        }
        return text.toString();
    }

    private static String part(String name, JsonNode part) {
        JsonNode type = part.get("type");
        JsonNode text = part.get("text");
        if (type == null || text == null || !type.toString().equals("\"text\"")) {
            throw JsonFields.wrong(name, part, "parts { type: text, text: … }");
        }
        return JsonFields.text(name + ".text", text);
    }

    /** One prompt or several. */
    static List<Prompt> texts(JsonFields fields, int max) {
        JsonNode prompt = required(fields, "prompt");
        if (prompt.isString()) {
            return List.of(new Prompt.Text(prompt.stringValue()));
        }
        if (!prompt.isArray() || prompt.isEmpty()) {
            throw JsonFields.wrong("prompt", prompt, PROMPT_WANTED);
        }
        if (prompt.get(0).isNumber()) {
            return List.of(tokens(prompt));
        }
        return JsonFields.elements("prompt", prompt, max).stream().map(PromptReader::one).toList();
    }

    private static Prompt one(JsonNode prompt) {
        if (prompt.isArray() && !prompt.isEmpty()) {
            return tokens(prompt);
        }
        if (!prompt.isString()) {
            throw JsonFields.wrong("prompt", prompt, PROMPT_WANTED);
        }
        return new Prompt.Text(prompt.stringValue());
    }

    private static Prompt tokens(JsonNode array) {
        return new Prompt.Tokens(
                JsonFields.elements("prompt", array, TOKENS_MAX).stream()
                        .map(
                                id ->
                                        JsonFields.integer(
                                                "prompt",
                                                id,
                                                0,
                                                Integer.MAX_VALUE,
                                                "token ids, 0 or more"))
                        .toList());
    }

    private static JsonNode required(JsonFields fields, String name) {
        return fields.field(name).orElseThrow(() -> missing(name));
    }

    private static JsonNode required(JsonFields fields, String place, String name) {
        return fields.field(name).orElseThrow(() -> missing(place + "." + name));
    }

    static RefusalException missing(String name) {
        return new RefusalException(Refusal.field(name, name + " is missing"));
    }
}
