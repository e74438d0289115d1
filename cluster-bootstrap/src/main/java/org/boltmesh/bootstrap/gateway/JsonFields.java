package org.boltmesh.bootstrap.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Typed fields of a JSON object. A null is a field that is not there; a wrong type is refused. */
final class JsonFields {
    private static final int SHOWN_MAX = 80;

    private final JsonNode object;

    /** Reads an object. */
    JsonFields(JsonNode object) {
        this.object = object;
    }

    Optional<JsonNode> field(String name) {
        return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
    }

    Optional<String> string(String name) {
        return field(name).map(node -> text(name, node));
    }

    boolean flag(String name) {
        return field(name)
                .map(node -> node.isBoolean() ? node.booleanValue() : wrongFlag(name, node))
                .orElse(false);
    }

    private static boolean wrongFlag(String name, JsonNode node) {
        throw wrong(name, node, "true or false");
    }

    Optional<Integer> integer(String name, int min, int max) {
        String wanted = "a whole number of %d to %d".formatted(min, max);
        return field(name).map(node -> integer(name, node, min, max, wanted));
    }

    static int integer(String name, JsonNode node, int min, int max, String wanted) {
        if (!node.isIntegralNumber()
                || !node.canConvertToInt()
                || node.intValue() < min
                || node.intValue() > max) {
            throw wrong(name, node, wanted);
        }
        return node.intValue();
    }

    Optional<Long> longInteger(String name) {
        return field(name)
                .map(
                        node -> {
                            if (!node.isIntegralNumber() || !node.canConvertToLong()) {
                                throw wrong(name, node, "a whole number of 64 bits");
                            }
                            return node.longValue();
                        });
    }

    Optional<Double> number(String name) {
        return field(name).map(node -> number(name, node));
    }

    /** Any number; one beyond a double's range becomes infinite. */
    static double number(String name, JsonNode node) {
        if (!node.isNumber()) {
            throw wrong(name, node, "a number");
        }
        return node.isBigInteger() ? node.bigIntegerValue().doubleValue() : node.doubleValue();
    }

    /** The elements of an array, at most so many. */
    static List<JsonNode> elements(String name, JsonNode array, int max) {
        if (array.size() > max) {
            throw new RefusalException(
                    Refusal.field(
                            name,
                            "%s has %d elements, want at most %d"
                                    .formatted(name, array.size(), max)));
        }
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        return elements;
    }

    static String text(String name, JsonNode node) {
        if (!node.isString()) {
            throw wrong(name, node, "a string");
        }
        return node.stringValue();
    }

    /** The refusal of a value. */
    static RefusalException wrong(String name, JsonNode value, String wanted) {
        String shown = value.toString();
        return new RefusalException(
                Refusal.field(
                        name,
                        "%s is %s, want %s"
                                .formatted(
                                        name,
                                        shown.length() <= SHOWN_MAX
                                                ? shown
                                                : shown.substring(0, SHOWN_MAX) + "…",
                                        wanted)));
    }
}
