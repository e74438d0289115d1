package org.boltmesh.shards.model;

import java.util.List;

/**
 * A tensor that an architecture needs.
 *
 * @param name as in the file
 * @param dimensions wanted, in ggml's order
 * @param factor whether it is the left side of a product, and so may be repacked
 */
record TensorSpec(String name, List<Long> dimensions, boolean factor) {
    /** {@code y = W x}: columns x rows. */
    static TensorSpec matrix(String name, long columns, long rows) {
        return new TensorSpec(name + ".weight", List.of(columns, rows), true);
    }

    /** Scales a norm's result. */
    static TensorSpec norm(String name, long size) {
        return new TensorSpec(name + ".weight", List.of(size), false);
    }

    /** Is added to a product. */
    static TensorSpec bias(String name, long size) {
        return new TensorSpec(name + ".bias", List.of(size), false);
    }

    /** The same tensor in layer {@code index}. */
    TensorSpec inLayer(int index) {
        return new TensorSpec("blk." + index + "." + name, dimensions, factor);
    }
}
