package org.boltmesh.shards.ggml;

import org.boltmesh.shards.ggml.ffi.GgmlBackend;

/**
 * Scratch memory for graphs, which overlay each other in it: they run one after another. It grows
 * when a graph needs more, and then graphs that had memory before must be placed again.
 */
public final class GraphAllocator implements AutoCloseable {
    private final long address;

    /** Allocates from one kind of memory. */
    public GraphAllocator(BufferType type) {
        this.address = GgmlBackend.ggml_gallocr_new(type.address());
    }

    /**
     * Gives a graph's tensors memory.
     *
     * @throws OutOfMemoryError when the library cannot get the memory
     */
    public void place(Graph graph) {
        if (!GgmlBackend.ggml_gallocr_alloc_graph(address, graph.address())) {
            throw new OutOfMemoryError("ggml could not allocate the scratch memory of a graph");
        }
    }

    /** Bytes held now. */
    public long sizeBytes() {
        return GgmlBackend.ggml_gallocr_get_buffer_size(address, 0);
    }

    @Override
    public void close() {
        GgmlBackend.ggml_gallocr_free(address);
    }
}
