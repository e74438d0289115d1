package org.boltmesh.shards.ggml;

/**
 * Parameters of {@code ggml_rope_ext}.
 *
 * @param dimensions elements of a head that are rotated
 * @param neox whether element i is paired with i + dimensions / 2, else with its neighbour
 * @param contextOriginal positions the model was trained on, for YaRN
 * @param frequencyBase theta
 * @param frequencyScale 1 / scaling factor
 * @param extensionFactor 1 for YaRN, else 0
 * @param attentionFactor scales the result
 * @param betaFast rotations above which YaRN extrapolates
 * @param betaSlow rotations below which YaRN interpolates
 */
public record RopeOptions(
        int dimensions,
        boolean neox,
        int contextOriginal,
        float frequencyBase,
        float frequencyScale,
        float extensionFactor,
        float attentionFactor,
        float betaFast,
        float betaSlow) {}
