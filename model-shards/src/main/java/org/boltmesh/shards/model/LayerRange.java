package org.boltmesh.shards.model;

/**
 * The part of a model that a shard holds.
 *
 * @param first first layer
 * @param last last layer, inclusive
 * @param embedding whether it turns token ids into activations first
 * @param head whether it turns activations into logits last
 */
public record LayerRange(int first, int last, boolean embedding, boolean head) {
    /** Checks the order; the model's own layer count is checked when it is loaded. */
    public LayerRange {
        if (first < 0 || last < first) {
            throw new ModelException(
                    "layers %d..%d, want first >= 0 and last >= first".formatted(first, last));
        }
    }

    /** All layers of a model. */
    public static LayerRange whole(ModelConfig config) {
        return new LayerRange(0, config.layerCount() - 1, true, true);
    }

    /** Layers in the range. */
    public int layerCount() {
        return last - first + 1;
    }
}
