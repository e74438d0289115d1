package org.boltmesh.shards.gguf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the keys and values at the start of a GGUF file. */
final class MetadataReader {
    /** Length of key, type and one byte: what a pair takes at least. */
    static final int PAIR_BYTES_MIN = 8 + 4 + 1;

    private static final int KEY_BYTES_MAX = 65_535;

    // Deeper than any writer goes, and far from the end of the stack.
    private static final int NESTING_MAX = 8;

    private final HeaderCursor cursor;

    MetadataReader(HeaderCursor cursor) {
        this.cursor = cursor;
    }

    Map<String, GgufValue> read(int pairCount) {
        Map<String, GgufValue> values = new LinkedHashMap<>();
        for (int i = 0; i < pairCount; i++) {
            cursor.enter("metadata pair", (i + 1) + " of " + pairCount);
            String key = cursor.name("length of the key", KEY_BYTES_MAX);
            cursor.enter("key", key);
            if (values.put(key, value(type())) != null) {
                throw cursor.failure("the key is there twice, want it once");
            }
        }
        return values;
    }

    private ValueType type() {
        int id = cursor.int32("the value's type");
        if (!ValueType.isKnown(id)) {
            throw cursor.failure(
                    "value type %s, want 0 to %d"
                            .formatted(
                                    Integer.toUnsignedString(id), ValueType.values().length - 1));
        }
        return ValueType.ofId(id);
    }

    private GgufValue value(ValueType type) {
        return switch (type) {
            case UINT8 -> new GgufValue.Whole(type, Byte.toUnsignedLong(cursor.int8("the value")));
            case INT8 -> new GgufValue.Whole(type, cursor.int8("the value"));
            case UINT16 ->
                    new GgufValue.Whole(type, Short.toUnsignedLong(cursor.int16("the value")));
            case INT16 -> new GgufValue.Whole(type, cursor.int16("the value"));
            case UINT32 ->
                    new GgufValue.Whole(type, Integer.toUnsignedLong(cursor.int32("the value")));
            case INT32 -> new GgufValue.Whole(type, cursor.int32("the value"));
            case UINT64, INT64 -> new GgufValue.Whole(type, cursor.int64("the value"));
            case FLOAT32 ->
                    new GgufValue.Real(type, Float.intBitsToFloat(cursor.int32("the value")));
            case FLOAT64 ->
                    new GgufValue.Real(type, Double.longBitsToDouble(cursor.int64("the value")));
            case BOOL -> new GgufValue.Flag(bool(cursor.int8("the value")));
            case STRING -> text();
            case ARRAY -> array(1);
        };
    }

    private boolean bool(byte value) {
        if (value != 0 && value != 1) {
            throw cursor.failure("bool is %d, want 0 or 1".formatted(Byte.toUnsignedInt(value)));
        }
        return value == 1;
    }

    private GgufValue text() {
        HeaderCursor.Utf8Text text = cursor.text("length of the string", Integer.MAX_VALUE);
        return new GgufValue.Text(text.value(), text.exact());
    }

    private GgufValue array(int depth) {
        if (depth > NESTING_MAX) {
            throw cursor.failure("arrays %d deep, want at most %d".formatted(depth, NESTING_MAX));
        }
        ValueType elementType = type();
        int count = cursor.count("length of the array", elementType.bytesMin());
        return switch (elementType) {
            case STRING -> texts(count);
            case ARRAY -> nested(count, depth);
            default -> packed(elementType, count);
        };
    }

    private GgufValue texts(int count) {
        String[] values = new String[count];
        int inexactIndex = -1;
        for (int i = 0; i < count; i++) {
            HeaderCursor.Utf8Text text = cursor.text("length of a string", Integer.MAX_VALUE);
            values[i] = text.value();
            if (!text.exact() && inexactIndex < 0) {
                inexactIndex = i;
            }
        }
        return new GgufValue.Texts(
                Collections.unmodifiableList(Arrays.asList(values)), inexactIndex);
    }

    private GgufValue nested(int count, int depth) {
        List<GgufValue> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(array(depth + 1));
        }
        return new GgufValue.Nested(Collections.unmodifiableList(values));
    }

    private GgufValue packed(ValueType elementType, int count) {
        GgufValue.Packed packed =
                new GgufValue.Packed(
                        elementType, cursor.bytes(count * elementType.bytesMin(), "the array"));
        if (elementType == ValueType.BOOL) {
            for (int i = 0; i < count; i++) {
                bool(packed.bytes().get(i));
            }
        }
        return packed;
    }
}
