package org.boltmesh.bootstrap.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Random values that fit a schema of the API's description, and some that fit none. */
final class SchemaSamples {
    private static final JsonNode API = JsonMapper.shared().readTree(OpenApi.TEXT);
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int ELEMENTS_MAX = 3;
    private static final List<String> TEXTS =
            List.of("", "tales", "Once upon", "é😀", "\u0000\n\t\"", "stop", "a".repeat(300));

    /** Values that break something somewhere. */
    private static final List<String> ODD =
            List.of(
                    "null",
                    "true",
                    "-1",
                    "1e999",
                    "-0.0",
                    "1e-400",
                    "99999999999999999999999999",
                    "2147483648",
                    "\"\"",
                    "\"\\ud800\"",
                    "\"\\u0000\"",
                    "[]",
                    "[[[[]]]]",
                    "{}",
                    "{\"\":{}}",
                    "[null]",
                    "[1,\"a\",{}]",
                    "\"" + "x".repeat(5000) + "\"");

    private final RandomGenerator random;

    SchemaSamples(RandomGenerator random) {
        this.random = random;
    }

    static JsonNode api() {
        return API;
    }

    /** A value that fits. */
    JsonNode fitting(JsonNode schema) {
        if (schema.has("$ref")) {
            return fitting(API.at(schema.get("$ref").asString().substring(1)));
        }
        if (schema.has("const")) {
            return schema.get("const");
        }
        for (String choice : List.of("enum", "anyOf")) {
            if (schema.has(choice)) {
                JsonNode one = schema.get(choice).get(random.nextInt(schema.get(choice).size()));
                return choice.equals("enum") ? one : fitting(one);
            }
        }
        JsonNode type = schema.get("type");
        return ofType(
                type.isArray() ? type.get(random.nextInt(type.size())).asString() : type.asString(),
                schema);
    }

    private JsonNode ofType(String type, JsonNode schema) {
        return switch (type) {
            case "object" -> object(schema);
            case "array" -> array(schema);
            case "string" -> NODES.stringNode(TEXTS.get(random.nextInt(TEXTS.size())));
            case "boolean" -> NODES.booleanNode(random.nextBoolean());
            case "integer" -> NODES.numberNode((long) number(schema));
            case "number" -> NODES.numberNode(number(schema));
            default -> NODES.nullNode();
        };
    }

    private double number(JsonNode schema) {
        double min = schema.path("minimum").asDouble(0);
        double max = Math.min(schema.path("maximum").asDouble(100), min + 100);
        return min + random.nextDouble() * (max - min);
    }

    private JsonNode object(JsonNode schema) {
        ObjectNode object = NODES.objectNode();
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asString()));
        for (var property : schema.path("properties").properties()) {
            if (required.contains(property.getKey()) || random.nextInt(6) == 0) {
                object.set(property.getKey(), fitting(property.getValue()));
            }
        }
        if (object.has("model") && random.nextInt(10) > 0) {
            object.put("model", "tales");
        }
        return object;
    }

    private JsonNode array(JsonNode schema) {
        ArrayNode array = NODES.arrayNode();
        int count = schema.path("minItems").asInt(0) + random.nextInt(ELEMENTS_MAX);
        for (int i = 0; i < count; i++) {
            array.add(fitting(schema.get("items")));
        }
        return array;
    }

    /** A value that hardly fits anything. */
    String odd() {
        return ODD.get(random.nextInt(ODD.size()));
    }

    /** The same with one property, at any depth, odd, twice or gone. */
    String mutated(JsonNode value) {
        String text = value.toString();
        if (!(value instanceof ObjectNode object) || object.isEmpty()) {
            return odd();
        }
        List<String> names = new ArrayList<>(object.propertyNames());
        String name = names.get(random.nextInt(names.size()));
        String key = NODES.stringNode(name) + ":";
        String old = key + object.get(name);
        return switch (random.nextInt(5)) {
            case 0 -> text.replace(old, key + odd());
            case 1 -> text.replace(old, old + "," + key + odd());
            case 2 -> object.deepCopy().without(name).toString();
            case 3 -> text.replace(old, key + mutated(object.get(name)));
            default -> text.replace(old, key + "[".repeat(1 + random.nextInt(3000)));
        };
    }
}
