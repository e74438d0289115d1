package org.boltmesh.shards.model;

import java.util.List;

/**
 * A tensor that an architecture needs.
 *
 * @param name as in the file
 * @param dimensions wanted, in ggml's order
 * @param use what it is for, which decides how it may lie in memory
 */
record TensorSpec(String name, List<Long> dimensions, Use use) {
    /** What a tensor is for. */
    enum Use {
        /** A norm or a bias. */
        VECTOR,
        /** Rows are looked up in it. */
        LOOKUP,
        /** It is the left side of a product, and may be laid out anew for that. */
        PRODUCT,
        /** Both: an embedding that is the head too. */
        LOOKUP_AND_PRODUCT
    }

    /** {@code y = W x}: columns x rows. */
    static TensorSpec matrix(String name, long columns, long rows) {
        return new TensorSpec(name + ".weight", List.of(columns, rows), Use.PRODUCT);
    }

    /** Scales a norm's result. */
    static TensorSpec norm(String name, long size) {
        return new TensorSpec(name + ".weight", List.of(size), Use.VECTOR);
    }

    /** Is added to a product. */
    static TensorSpec bias(String name, long size) {
        return new TensorSpec(name + ".bias", List.of(size), Use.VECTOR);
    }

    /** The same tensor in layer {@code index}. */
    TensorSpec inLayer(int index) {
        return new TensorSpec("blk." + index + "." + name, dimensions, use);
    }
}
