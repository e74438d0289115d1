package org.boltmesh.shards.synth;

import java.lang.foreign.MemorySegment;
import org.boltmesh.shards.gguf.TensorType;

/** Turns numbers into the blocks of a tensor type. */
@FunctionalInterface
public interface Quantizer {
    /**
     * Converts whole rows.
     *
     * @param values [columns, rows] F32, native memory
     * @param blocks where the rows' bytes go, native memory
     */
    void quantize(
            TensorType type, MemorySegment values, MemorySegment blocks, long rows, long columns);
}
