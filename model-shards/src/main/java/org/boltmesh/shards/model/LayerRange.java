package org.boltmesh.shards.model;

/**
 * The part of a model that a shard holds.
 *
 * @param first first layer
 * @param last last layer, inclusive; with a head it may lie beyond the model's last layer, which it
 *     then means
 * @param embedding whether it turns token ids into activations first
 * @param head whether it turns activations into logits last
 */
public record LayerRange(int first, int last, boolean embedding, boolean head) {
    /** Every layer of any model, with both ends. */
    public static final LayerRange ALL = new LayerRange(0, Integer.MAX_VALUE, true, true);

    /** Checks the order; the model's own layer count is checked when it is loaded. */
    public LayerRange {
        if (first < 0 || last < first) {
            throw new ModelException(
                    "layers %d..%d, want first >= 0 and last >= first".formatted(first, last));
        }
    }

    /** All layers of a model. */
    public static LayerRange whole(ModelConfig config) {
        return of(0, config.layerCount() - 1, config.layerCount());
    }

    /** Layers {@code first..last} of {@code layerCount}, with the model's ends where they touch. */
    public static LayerRange of(int first, int last, int layerCount) {
        return new LayerRange(first, last, first == 0, last == layerCount - 1);
    }

    /** The same, ending where the model ends. */
    public LayerRange within(ModelConfig config) {
        int end = config.layerCount() - 1;
        return head && last > end && first <= end
                ? new LayerRange(first, end, embedding, true)
                : this;
    }

    /** Layers in the range. */
    public int layerCount() {
        return last - first + 1;
    }
}
