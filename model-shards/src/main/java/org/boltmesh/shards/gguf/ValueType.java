package org.boltmesh.shards.gguf;

import java.util.Locale;

/** Types of metadata values, in the order of their numbers in the file. */
enum ValueType {
    UINT8(0, 1, Kind.UNSIGNED),
    INT8(1, 1, Kind.SIGNED),
    UINT16(2, 2, Kind.UNSIGNED),
    INT16(3, 2, Kind.SIGNED),
    UINT32(4, 4, Kind.UNSIGNED),
    INT32(5, 4, Kind.SIGNED),
    FLOAT32(6, 4, Kind.REAL),
    BOOL(7, 1, Kind.OTHER),
    STRING(8, 8, Kind.OTHER),
    ARRAY(9, 12, Kind.OTHER),
    UINT64(10, 8, Kind.UNSIGNED),
    INT64(11, 8, Kind.SIGNED),
    FLOAT64(12, 8, Kind.REAL);

    private enum Kind {
        UNSIGNED,
        SIGNED,
        REAL,
        OTHER
    }

    private static final ValueType[] BY_ID = values();

    private final int id;
    private final int bytesMin;
    private final Kind kind;

    ValueType(int id, int bytesMin, Kind kind) {
        this.id = id;
        this.bytesMin = bytesMin;
        this.kind = kind;
    }

    static boolean isKnown(int id) {
        return id >= 0 && id < BY_ID.length;
    }

    static ValueType ofId(int id) {
        return BY_ID[id];
    }

    /** Number of the type in the file. */
    int id() {
        return id;
    }

    /** Bytes of a number; of strings and arrays the least, when empty. */
    int bytesMin() {
        return bytesMin;
    }

    boolean isInteger() {
        return kind == Kind.UNSIGNED || kind == Kind.SIGNED;
    }

    boolean isUnsigned() {
        return kind == Kind.UNSIGNED;
    }

    boolean isNumber() {
        return kind != Kind.OTHER;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
