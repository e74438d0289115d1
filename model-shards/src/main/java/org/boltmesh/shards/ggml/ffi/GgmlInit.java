package org.boltmesh.shards.ggml.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/** {@code ggml_init}, whose parameters are a struct passed by value. */
public final class GgmlInit {
    private static final StructLayout PARAMS =
            MemoryLayout.structLayout(
                    JAVA_LONG.withName("mem_size"),
                    JAVA_LONG.withName("mem_buffer"),
                    JAVA_BOOLEAN.withName("no_alloc"),
                    MemoryLayout.paddingLayout(7));
    private static final MethodHandle GGML_INIT =
            Symbols.function("ggml_init", FunctionDescriptor.of(JAVA_LONG, PARAMS));

    private GgmlInit() {}

    /** Contexts of ours never hold tensor data: {@code no_alloc} is true. */
    public static long ggml_init(long memSize) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = arena.allocate(PARAMS);
            params.set(JAVA_LONG, 0, memSize);
            params.set(JAVA_BOOLEAN, 16, true);
            return (long) GGML_INIT.invokeExact(params);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_init", e);
        }
    }
}
