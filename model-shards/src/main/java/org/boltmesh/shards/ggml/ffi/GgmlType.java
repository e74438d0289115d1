package org.boltmesh.shards.ggml.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;

/** C functions of {@code ggml.h} about {@code ggml_type}, names verbatim. */
public final class GgmlType {
    private static final MethodHandle GGML_TYPE_SIZE =
            Symbols.function("ggml_type_size", FunctionDescriptor.of(JAVA_LONG, JAVA_INT));
    private static final MethodHandle GGML_BLCK_SIZE =
            Symbols.function("ggml_blck_size", FunctionDescriptor.of(JAVA_LONG, JAVA_INT));
    private static final MethodHandle GGML_ROW_SIZE =
            Symbols.function(
                    "ggml_row_size", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG));
    private static final MethodHandle GGML_QUANTIZE_CHUNK =
            Symbols.function(
                    "ggml_quantize_chunk",
                    FunctionDescriptor.of(
                            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                            JAVA_LONG, JAVA_LONG));

    private GgmlType() {}

    public static long ggml_type_size(int type) {
        try {
            return (long) GGML_TYPE_SIZE.invokeExact(type);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_type_size", e);
        }
    }

    public static long ggml_blck_size(int type) {
        try {
            return (long) GGML_BLCK_SIZE.invokeExact(type);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_blck_size", e);
        }
    }

    public static long ggml_row_size(int type, long ne) {
        try {
            return (long) GGML_ROW_SIZE.invokeExact(type, ne);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_row_size", e);
        }
    }

    public static long ggml_quantize_chunk(
            int type, long src, long dst, long start, long nrows, long nPerRow, long imatrix) {
        try {
            return (long)
                    GGML_QUANTIZE_CHUNK.invokeExact(type, src, dst, start, nrows, nPerRow, imatrix);
        } catch (Throwable e) {
            throw Symbols.unexpected("ggml_quantize_chunk", e);
        }
    }
}
