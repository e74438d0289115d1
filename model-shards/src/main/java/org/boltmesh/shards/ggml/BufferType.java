package org.boltmesh.shards.ggml;

import org.boltmesh.shards.ggml.ffi.GgmlBackend;
import org.boltmesh.shards.ggml.ffi.Symbols;

/** A kind of memory that a backend can hold tensors in. */
public final class BufferType {
    private final long address;

    BufferType(long address) {
        this.address = address;
    }

    long address() {
        return address;
    }

    /** Its name, for people. */
    public String name() {
        return Symbols.text(GgmlBackend.ggml_backend_buft_name(address));
    }

    /** Tensors must lie at multiples of this. */
    public long alignmentBytes() {
        return GgmlBackend.ggml_backend_buft_get_alignment(address);
    }

    /** Bytes that a tensor takes in this kind of memory. */
    public long sizeBytes(Tensor tensor) {
        return GgmlBackend.ggml_backend_buft_get_alloc_size(address, tensor.address());
    }

    /**
     * Allocates a buffer.
     *
     * @throws OutOfMemoryError when the library cannot get the memory
     */
    public Buffer allocate(long sizeBytes) {
        long buffer = GgmlBackend.ggml_backend_buft_alloc_buffer(address, sizeBytes);
        if (buffer == 0) {
            throw new OutOfMemoryError(
                    "ggml could not allocate %,d bytes of %s memory".formatted(sizeBytes, name()));
        }
        return new Buffer(buffer);
    }
}
