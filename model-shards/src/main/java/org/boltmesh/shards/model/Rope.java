package org.boltmesh.shards.model;

import org.boltmesh.shards.ggml.RopeOptions;

/** Rotary position embedding of a model, in ggml's terms. */
final class Rope {
    /**
     * Divides each frequency, [rotated dimensions / 2]: Llama 3.1 and later have it in the file.
     */
    static final String FACTORS = "rope_freqs.weight";

    private Rope() {}

    static RopeOptions options(ModelConfig config) {
        RopeScaling scaling = config.ropeScaling();
        return new RopeOptions(
                config.ropeDimensions(),
                Architecture.of(config).neoxRope(),
                scaling.contextOriginal(),
                config.ropeTheta(),
                (float) (1 / scaling.factor()),
                scaling.kind() == RopeScaling.Kind.YARN ? 1 : 0,
                (float) scaling.attentionFactor(),
                (float) scaling.betaFast(),
                (float) scaling.betaSlow());
    }
}
