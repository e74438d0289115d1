package org.boltmesh.shards.engine;

import java.lang.foreign.MemorySegment;
import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.gguf.TensorType;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.boltmesh.shards.synth.Quantizer;

/** Converts numbers by ggml's own functions, so that a type is what its kernels expect. */
public final class GgmlQuantizer implements Quantizer {
    private final GgmlLibrary library;

    private GgmlQuantizer(GgmlLibrary library) {
        this.library = library;
    }

    /**
     * Loads the library that an environment leads to; it stays in this process.
     *
     * @throws org.boltmesh.shards.ggml.GgmlUnavailableException when there is none
     */
    public static GgmlQuantizer open(GgmlEnvironment environment) {
        return new GgmlQuantizer(GgmlOpener.open(environment));
    }

    @Override
    public void quantize(
            TensorType type, MemorySegment values, MemorySegment blocks, long rows, long columns) {
        library.quantize(type.id(), values, blocks, rows, columns);
    }

    @Override
    public String toString() {
        return library.toString();
    }
}
