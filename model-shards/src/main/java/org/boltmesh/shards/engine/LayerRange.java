package org.boltmesh.shards.engine;

/**
 * Layers {@code first..last} of a model, both inclusive; {@code last} may lie beyond the model's
 * last layer, which it then means.
 */
public record LayerRange(int first, int last) {
    /** Every layer of any model. */
    public static final LayerRange ALL = new LayerRange(0, Integer.MAX_VALUE);

    public LayerRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException(
                    "layers %d..%d, want 0 <= first <= last".formatted(first, last));
        }
    }
}
