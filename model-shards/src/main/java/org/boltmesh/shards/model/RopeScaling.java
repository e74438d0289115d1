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

    private static final String TYPE = "rope.scaling.type";
    private static final String FACTOR = "rope.scaling.factor";

    /**
     * Reads and checks it. A factor without a type means linear, as in files of old converters.
     *
     * @throws ModelException for a scaling we do not compute, or impossible numbers
     */
    static RopeScaling of(Hyperparameters numbers, int contextTrained) {
        double factor = numbers.positiveOr(FACTOR, numbers.positiveOr("rope.scale_linear", 1));
        String type = numbers.text(TYPE).orElse(factor == 1 ? "none" : "linear");
        Kind kind =
                switch (type) {
                    case "none" -> Kind.NONE;
                    case "linear" -> Kind.LINEAR;
                    case "yarn" -> Kind.YARN;
                    default -> throw numbers.failure(TYPE, type, "none, linear or yarn");
                };
        if (kind == Kind.YARN) {
            if (factor < 1) {
                throw numbers.failure(FACTOR, factor, "1 or more for yarn");
            }
            numbers.expect("rope.scaling.yarn_ext_factor", 1);
            numbers.expect("rope.scaling.yarn_attn_factor", 1);
            numbers.expect("rope.scaling.yarn_log_multiplier", 0);
        }
        return new RopeScaling(
                kind,
                kind == Kind.NONE ? 1 : factor,
                numbers.optionalSize("rope.scaling.original_context_length").orElse(contextTrained),
                numbers.positiveOr("rope.scaling.attn_factor", 1),
                numbers.positiveOr("rope.scaling.yarn_beta_fast", 32),
                numbers.positiveOr("rope.scaling.yarn_beta_slow", 1));
    }
}
