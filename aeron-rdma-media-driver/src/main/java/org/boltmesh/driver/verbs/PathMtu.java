package org.boltmesh.driver.verbs;

/** {@code enum ibv_mtu}: the largest packet of a path. */
public enum PathMtu {
    MTU_256(1, 256),
    MTU_512(2, 512),
    MTU_1024(3, 1024),
    MTU_2048(4, 2048),
    MTU_4096(5, 4096);

    private static final PathMtu[] VALUES = values();

    private final int code;
    private final int lengthBytes;

    PathMtu(int code, int lengthBytes) {
        this.code = code;
        this.lengthBytes = lengthBytes;
    }

    /** The MTU of a C number; 1024 bytes, which everything takes, for an unknown one. */
    public static PathMtu of(int code) {
        return code >= 1 && code <= VALUES.length ? VALUES[code - 1] : MTU_1024;
    }

    public int code() {
        return code;
    }

    public int lengthBytes() {
        return lengthBytes;
    }
}
