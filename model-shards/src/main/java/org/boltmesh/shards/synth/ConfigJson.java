package org.boltmesh.shards.synth;

import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Fields of one {@code config.json}, each checked against its range. */
final class ConfigJson {
    /** More than any size of any model, and small enough to multiply two of them. */
    private static final int SIZE_MAX = 1 << 24;

    private final Path file;
    private final JsonNode fields;

    ConfigJson(Path file, JsonNode fields) {
        this.file = file;
        this.fields = fields;
    }

    /** The object below a field, where there is one. */
    Optional<ConfigJson> object(String name) {
        JsonNode value = fields.path(name);
        return value.isObject() ? Optional.of(new ConfigJson(file, value)) : Optional.empty();
    }

    boolean has(String name) {
        return fields.hasNonNull(name);
    }

    String text(String name) {
        JsonNode value = fields.path(name);
        if (!value.isString()) {
            throw failure(name, shown(value), "a text");
        }
        return value.stringValue();
    }

    int size(String name) {
        JsonNode value = fields.path(name);
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < 1
                || value.intValue() > SIZE_MAX) {
            throw failure(name, shown(value), "a whole number of 1 to " + SIZE_MAX);
        }
        return value.intValue();
    }

    int sizeOr(String name, int absent) {
        return has(name) ? size(name) : absent;
    }

    double positive(String name) {
        JsonNode value = fields.path(name);
        if (!value.isNumber() || !(value.doubleValue() > 0) || value.doubleValue() > 1e12) {
            throw failure(name, shown(value), "a number above 0");
        }
        return value.doubleValue();
    }

    double positiveOr(String name, double absent) {
        return has(name) ? positive(name) : absent;
    }

    boolean flagOr(String name, boolean absent) {
        JsonNode value = fields.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return absent;
        }
        if (!value.isBoolean()) {
            throw failure(name, shown(value), "true or false");
        }
        return value.booleanValue();
    }

    private static String shown(JsonNode value) {
        return value.isMissingNode() ? "missing" : value.toString();
    }

    SynthException failure(String name, Object value, String wanted) {
        return new SynthException("%s, field %s: %s, want %s".formatted(file, name, value, wanted));
    }
}
