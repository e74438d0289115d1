package org.boltmesh.shards.ggml;

import org.boltmesh.shards.ggml.ffi.GgmlBackend;

/** Memory that holds tensors. Whoever made it closes it, after every graph that uses it. */
public final class Buffer implements AutoCloseable {
    /** {@code GGML_BACKEND_BUFFER_USAGE_WEIGHTS}. */
    private static final int USAGE_WEIGHTS = 1;

    private final long address;
    private boolean closed;

    Buffer(long address) {
        if (address == 0) {
            throw new OutOfMemoryError("ggml could not make a buffer over mapped memory");
        }
        this.address = address;
    }

    /** Bytes by the library's own count. */
    public long sizeBytes() {
        return GgmlBackend.ggml_backend_buffer_get_size(address);
    }

    /** Says that it holds weights, which backends may treat differently. */
    public Buffer forWeights() {
        GgmlBackend.ggml_backend_buffer_set_usage(address, USAGE_WEIGHTS);
        return this;
    }

    /** Sets all bytes to zero. */
    public void clear() {
        GgmlBackend.ggml_backend_buffer_clear(address, 0);
    }

    /** Places a tensor at an offset of this buffer. */
    public void place(Tensor tensor, long offsetBytes) {
        GgmlBackend.ggml_backend_tensor_alloc(
                address,
                tensor.address(),
                GgmlBackend.ggml_backend_buffer_get_base(address) + offsetBytes);
    }

    /**
     * Whether {@code device} computes {@code operation} when {@code weights} lie in a buffer as
     * this.
     */
    public boolean suits(Device device, Tensor operation, Tensor weights) {
        weights.bufferAddress(address);
        boolean supported = device.supports(operation);
        weights.bufferAddress(0);
        return supported;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            GgmlBackend.ggml_backend_buffer_free(address);
        }
    }
}
