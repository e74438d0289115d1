package org.boltmesh.bootstrap.gateway;

import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Fields that would change the answer and are not supported. Their defaults are accepted, for
 * clients send them; fields that nobody knows are ignored.
 */
final class UnsupportedFields {
    /** What is accepted, besides null and what is absent. */
    private static final Map<String, Predicate<JsonNode>> DEFAULTS =
            Map.ofEntries(
                    Map.entry("tools", UnsupportedFields::isEmpty),
                    Map.entry("functions", UnsupportedFields::isEmpty),
                    Map.entry("tool_choice", oneOf("none", "auto")),
                    Map.entry("function_call", oneOf("none", "auto")),
                    Map.entry("response_format", UnsupportedFields::isText),
                    Map.entry("modalities", node -> node.toString().equals("[\"text\"]")),
                    Map.entry("audio", _ -> false),
                    Map.entry("web_search_options", _ -> false),
                    Map.entry("reasoning_effort", _ -> false),
                    Map.entry("verbosity", oneOf("medium")),
                    Map.entry("suffix", oneOf("")),
                    Map.entry("echo", node -> node.isBoolean() && !node.booleanValue()),
                    Map.entry("best_of", node -> node.toString().equals("1")));

    private UnsupportedFields() {}

    private static Predicate<JsonNode> oneOf(String... words) {
        Set<String> accepted = Set.of(words);
        return node -> node.isString() && accepted.contains(node.stringValue());
    }

    private static boolean isEmpty(JsonNode node) {
        return node.isContainer() && node.isEmpty();
    }

    private static boolean isText(JsonNode format) {
        JsonNode type = format.get("type");
        return type != null && type.isString() && type.stringValue().equals("text");
    }

    /** Refuses the first one. */
    static void check(JsonFields fields) {
        DEFAULTS.keySet().stream()
                .sorted()
                .forEach(
                        name ->
                                fields.field(name)
                                        .filter(value -> !accepts(name, value))
                                        .ifPresent(
                                                value -> {
                                                    throw JsonFields.wrong(
                                                            name,
                                                            value,
                                                            "nothing, for it is not supported");
                                                }));
    }

    private static boolean accepts(String name, JsonNode value) {
        Predicate<JsonNode> isDefault = DEFAULTS.get(name);
        return isDefault != null && isDefault.test(value);
    }
}
