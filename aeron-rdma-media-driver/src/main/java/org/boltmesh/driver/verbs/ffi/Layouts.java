package org.boltmesh.driver.verbs.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.util.Arrays;

/**
 * How layouts of C structs are written down: each is the constant {@code LAYOUT} of a class. A test
 * finds all of them and compares every named member with the header. Structs that only the library
 * allocates are laid out as far as they are read, and their name begins with {@code prefix}.
 */
final class Layouts {
    private Layouts() {}

    static StructLayout struct(String name, MemoryLayout... members) {
        return MemoryLayout.structLayout(members).withName(name);
    }

    static MemoryLayout pointer(String name) {
        return JAVA_LONG.withName(name);
    }

    static MemoryLayout u64(String name) {
        return JAVA_LONG.withName(name);
    }

    static MemoryLayout u32(String name) {
        return JAVA_INT.withName(name);
    }

    static MemoryLayout u16(String name) {
        return JAVA_SHORT.withName(name);
    }

    static MemoryLayout u8(String name) {
        return JAVA_BYTE.withName(name);
    }

    static MemoryLayout bytes(String name, int count) {
        return MemoryLayout.sequenceLayout(count, JAVA_BYTE).withName(name);
    }

    static MemoryLayout padding(int lengthBytes) {
        return MemoryLayout.paddingLayout(lengthBytes);
    }

    static long offset(StructLayout layout, String... path) {
        return layout.byteOffset(
                Arrays.stream(path).map(PathElement::groupElement).toArray(PathElement[]::new));
    }
}
