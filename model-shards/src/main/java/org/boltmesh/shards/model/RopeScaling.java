package org.boltmesh.shards.model;

/**
 * How positions beyond the trained context are rotated.
 *
 * @param kind by the file's {@code rope.scaling.type}
 * @param factor context extension, 1 for none
 * @param contextOriginal positions the model was trained on
 * @param attentionFactor scales queries and keys, 1 for none
 * @param betaFast YaRN: rotations over the original context above which a dimension is kept
 * @param betaSlow YaRN: rotations below which a dimension is interpolated
 */
record RopeScaling(
        Kind kind,
        double factor,
        int contextOriginal,
        double attentionFactor,
        double betaFast,
        double betaSlow) {
    /** Scalings that the engine computes. */
    enum Kind {
        NONE,
        LINEAR,
        YARN
    }
}
