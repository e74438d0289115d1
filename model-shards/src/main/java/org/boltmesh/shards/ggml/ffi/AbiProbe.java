package org.boltmesh.shards.ggml.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The few functions that tell one binary interface from another, with handles of its own: those of
 * {@link Ggml} bind for good to the library that is loaded when they are first used.
 */
public final class AbiProbe {
    private static final MemoryLayout INIT_PARAMS =
            MemoryLayout.structLayout(
                    JAVA_LONG, JAVA_LONG, JAVA_BOOLEAN, MemoryLayout.paddingLayout(7));

    private final MethodHandle overhead =
            Symbols.function("ggml_tensor_overhead", FunctionDescriptor.of(JAVA_LONG));
    private final MethodHandle rowSize =
            Symbols.function(
                    "ggml_row_size", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG));
    private final MethodHandle init =
            Symbols.function("ggml_init", FunctionDescriptor.of(JAVA_LONG, INIT_PARAMS));
    private final MethodHandle free =
            Symbols.function("ggml_free", FunctionDescriptor.ofVoid(JAVA_LONG));
    private final MethodHandle newTensor2d =
            Symbols.function(
                    "ggml_new_tensor_2d",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private final MethodHandle getData =
            Symbols.function("ggml_get_data", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    private final MethodHandle view1d =
            Symbols.function(
                    "ggml_view_1d",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

    /** {@code ggml_tensor_overhead}. */
    public long ggml_tensor_overhead() {
        try {
            return (long) overhead.invokeExact();
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_tensor_overhead", e);
        }
    }

    /** {@code ggml_row_size}. */
    public long ggml_row_size(int type, long elements) {
        try {
            return (long) rowSize.invokeExact(type, elements);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_row_size", e);
        }
    }

    /** {@code ggml_init} over memory of ours, without data. */
    public long ggml_init(MemorySegment memory, MemorySegment params) {
        params.set(JAVA_LONG, 0, memory.byteSize());
        params.set(JAVA_LONG, 8, memory.address());
        params.set(JAVA_BOOLEAN, 16, true);
        try {
            return (long) init.invokeExact(params);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_init", e);
        }
    }

    /** {@code ggml_free}. */
    public void ggml_free(long context) {
        try {
            free.invokeExact(context);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_free", e);
        }
    }

    /** {@code ggml_new_tensor_2d}. */
    public long ggml_new_tensor_2d(long context, int type, long ne0, long ne1) {
        try {
            return (long) newTensor2d.invokeExact(context, type, ne0, ne1);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_new_tensor_2d", e);
        }
    }

    /** {@code ggml_get_data}. */
    public long ggml_get_data(long tensor) {
        try {
            return (long) getData.invokeExact(tensor);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_get_data", e);
        }
    }

    /** {@code ggml_view_1d}. */
    public long ggml_view_1d(long context, long tensor, long ne0, long offset) {
        try {
            return (long) view1d.invokeExact(context, tensor, ne0, offset);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_view_1d", e);
        }
    }
}
