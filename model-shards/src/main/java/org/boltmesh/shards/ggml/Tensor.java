package org.boltmesh.shards.ggml;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.boltmesh.shards.ggml.ffi.Ggml;
import org.boltmesh.shards.ggml.ffi.GgmlBackend;
import org.boltmesh.shards.ggml.ffi.Symbols;

/**
 * A {@code ggml_tensor}; the {@link Graph} that made it owns it. Dimensions are in ggml's order,
 * the fastest first. Offsets are checked by {@link AbiCheck}.
 */
public final class Tensor {
    /** {@code GGML_TYPE_F32}. */
    public static final int F32 = 0;

    /** {@code GGML_TYPE_F16}. */
    public static final int F16 = 1;

    /** {@code GGML_TYPE_Q8_0}. */
    public static final int Q8_0 = 8;

    /** {@code GGML_TYPE_I32}. */
    public static final int I32 = 26;

    private static final long SIZE_BYTES = 336;
    private static final long TYPE = 0;
    private static final long BUFFER = 8;
    private static final long NE = 16;
    private static final long NB = 48;
    private static final long VIEW_OFFS = 240;
    private static final long DATA = 248;

    private final long address;
    private final MemorySegment struct;

    Tensor(long address) {
        this.address = address;
        this.struct = Symbols.bytes(address, SIZE_BYTES);
    }

    long address() {
        return address;
    }

    /** The id of the tensor's type. */
    public int type() {
        return struct.get(JAVA_INT, TYPE);
    }

    /** Elements along an axis. */
    public long dimension(int axis) {
        return struct.get(JAVA_LONG, NE + 8L * axis);
    }

    /** Bytes from one element along an axis to the next. */
    public long strideBytes(int axis) {
        return struct.get(JAVA_LONG, NB + 8L * axis);
    }

    /** Bytes from the first to the last element. */
    public long sizeBytes() {
        return Ggml.ggml_nbytes(address);
    }

    long dataAddress() {
        return struct.get(JAVA_LONG, DATA);
    }

    void dataAddress(long data) {
        struct.set(JAVA_LONG, DATA, data);
    }

    void bufferAddress(long buffer) {
        struct.set(JAVA_LONG, BUFFER, buffer);
    }

    long viewOffsetBytes() {
        return struct.get(JAVA_LONG, VIEW_OFFS);
    }

    /**
     * Moves a view that has memory already to another offset of its source, so that a graph can be
     * run again for another position.
     */
    public void moveView(long offsetBytes) {
        dataAddress(dataAddress() - viewOffsetBytes() + offsetBytes);
        struct.set(JAVA_LONG, VIEW_OFFS, offsetBytes);
    }

    /** Copies {@code source}, native memory, to the tensor's beginning. */
    public void set(MemorySegment source, long lengthBytes) {
        GgmlBackend.ggml_backend_tensor_set(address, source.address(), 0, lengthBytes);
    }

    /** Sets bytes from {@code offsetBytes} of the tensor on to zero. */
    public void clear(long offsetBytes, long lengthBytes) {
        GgmlBackend.ggml_backend_tensor_memset(address, (byte) 0, offsetBytes, lengthBytes);
    }

    /** Copies from {@code offsetBytes} of the tensor on to {@code destination}, native memory. */
    public void get(MemorySegment destination, long offsetBytes, long lengthBytes) {
        GgmlBackend.ggml_backend_tensor_get(
                address, destination.address(), offsetBytes, lengthBytes);
    }
}
