package org.boltmesh.shards.gguf;

import java.util.List;

/**
 * Where a tensor's bytes lie and what they are. The reader has checked that they lie inside the
 * file, aligned, and that no other tensor shares them.
 *
 * @param name unique in the file
 * @param type how the elements are stored
 * @param dimensions 1 to 4 sizes in ggml's order: the first is the row, whose elements are adjacent
 * @param part index into {@link GgufFile#parts()}
 * @param offsetBytes from the start of the part file
 * @param sizeBytes without padding
 */
public record TensorInfo(
        String name,
        TensorType type,
        List<Long> dimensions,
        int part,
        long offsetBytes,
        long sizeBytes) {

    /** Dimensions a tensor can have. */
    public static final int DIMENSIONS_MAX = 4;

    /** Copies the dimensions. */
    public TensorInfo {
        dimensions = List.copyOf(dimensions);
    }

    /** Size along dimension {@code i}; 1 beyond the last one, as in ggml. */
    public long dimension(int i) {
        return i < dimensions.size() ? dimensions.get(i) : 1;
    }

    /** Elements in the tensor. */
    public long elementCount() {
        long count = 1;
        for (long dimension : dimensions) {
            count = Math.multiplyExact(count, dimension);
        }
        return count;
    }
}
