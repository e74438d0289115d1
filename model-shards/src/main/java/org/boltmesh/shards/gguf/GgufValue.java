package org.boltmesh.shards.gguf;

import java.nio.ByteBuffer;
import java.util.List;

/** A metadata value as it lies in the file. {@code toString} names the type, for messages. */
sealed interface GgufValue {

    /** An integer; {@code bits} is sign- or zero-extended from the file's width. */
    record Whole(ValueType type, long bits) implements GgufValue {
        @Override
        public String toString() {
            return type.toString();
        }

        /** Whether an unsigned 64-bit value is too large for a {@code long}. */
        boolean exceedsLong() {
            return type == ValueType.UINT64 && bits < 0;
        }
    }

    /** A floating-point number. */
    record Real(ValueType type, double value) implements GgufValue {
        @Override
        public String toString() {
            return type.toString();
        }
    }

    /** A truth value. */
    record Flag(boolean value) implements GgufValue {
        @Override
        public String toString() {
            return "bool";
        }
    }

    /** A string; not {@code exact} when its bytes were not UTF-8. */
    record Text(String value, boolean exact) implements GgufValue {
        @Override
        public String toString() {
            return "string";
        }
    }

    /** Strings; {@code inexactIndex} is the first whose bytes were not UTF-8, or -1. */
    record Texts(List<String> values, int inexactIndex) implements GgufValue {
        @Override
        public String toString() {
            return "array of %d string".formatted(values.size());
        }
    }

    /** Numbers or bools, packed as in the file (little endian). */
    record Packed(ValueType elementType, ByteBuffer bytes) implements GgufValue {
        int count() {
            return bytes.capacity() / elementType.bytesMin();
        }

        /** Element {@code i}, which must be an integer, extended to 64 bits. */
        long whole(int i) {
            return switch (elementType) {
                case UINT8 -> Byte.toUnsignedLong(bytes.get(i));
                case INT8 -> bytes.get(i);
                case UINT16 -> Short.toUnsignedLong(bytes.getShort(2 * i));
                case INT16 -> bytes.getShort(2 * i);
                case UINT32 -> Integer.toUnsignedLong(bytes.getInt(4 * i));
                case INT32 -> bytes.getInt(4 * i);
                case UINT64, INT64 -> bytes.getLong(8 * i);
                case FLOAT32, FLOAT64, BOOL, STRING, ARRAY ->
                        throw new IllegalStateException("integer wanted from " + this);
            };
        }

        /** Element {@code i}, which must be a number. */
        double number(int i) {
            return switch (elementType) {
                case FLOAT32 -> bytes.getFloat(4 * i);
                case FLOAT64 -> bytes.getDouble(8 * i);
                case UINT64 -> unsignedToDouble(bytes.getLong(8 * i));
                default -> (double) whole(i);
            };
        }

        @Override
        public String toString() {
            return "array of %d %s".formatted(count(), elementType);
        }
    }

    /** Arrays of arrays. */
    record Nested(List<GgufValue> values) implements GgufValue {
        @Override
        public String toString() {
            return "array of %d array".formatted(values.size());
        }
    }

    /** The value of unsigned {@code bits}, rounded. */
    static double unsignedToDouble(long bits) {
        // Halved, with the lowest bit kept for rounding, then doubled.
        return bits >= 0 ? (double) bits : 2.0 * ((bits >>> 1) | (bits & 1));
    }
}
