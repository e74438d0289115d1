package org.boltmesh.shards.model;

import org.boltmesh.shards.gguf.GgufMetadata;

/**
 * Rotary position embedding in double precision. Su et al., "RoFormer", 2021; Chen et al.,
 * "Extending context window ... via positional interpolation", 2023; Peng et al., "YaRN", 2023,
 * whose ramp runs over dimensions between two that its authors' code rounds outwards.
 */
final class ReferenceRope {
    private final int dimensions;
    private final boolean neighbours;
    private final double base;
    private final double factor;
    private final boolean yarn;
    private final double magnitude;
    private final double rampStart;
    private final double rampEnd;
    private final double[] frequencyFactors;

    ReferenceRope(GgufMetadata metadata, int headSize, double[] frequencyFactors) {
        String prefix = metadata.requireString("general.architecture") + ".";
        this.neighbours = prefix.equals("llama.");
        this.dimensions = (int) metadata.integer(prefix + "rope.dimension_count").orElse(headSize);
        this.base = metadata.number(prefix + "rope.freq_base").orElse(10_000);
        String scaling = prefix + "rope.scaling.";
        String type = metadata.string(scaling + "type").orElse("none");
        this.yarn = type.equals("yarn");
        this.factor = type.equals("none") ? 1 : metadata.number(scaling + "factor").orElse(1);
        this.magnitude =
                metadata.number(scaling + "attn_factor").orElse(1)
                        * (yarn ? 0.1 * Math.log(factor) + 1 : 1);
        double context =
                metadata.number(scaling + "original_context_length")
                        .orElse(metadata.number(prefix + "context_length").orElse(0));
        double fast = metadata.number(scaling + "yarn_beta_fast").orElse(32);
        double slow = metadata.number(scaling + "yarn_beta_slow").orElse(1);
        this.rampStart = Math.max(0, Math.floor(dimensionWith(fast, context)));
        this.rampEnd = Math.min(dimensions - 1, Math.ceil(dimensionWith(slow, context)));
        this.frequencyFactors = frequencyFactors;
    }

    /** The pair that turns {@code rotations} times over the context: context * theta_i / 2 pi. */
    private double dimensionWith(double rotations, double context) {
        return dimensions * Math.log(context / (rotations * 2 * Math.PI)) / (2 * Math.log(base));
    }

    /** Rotates one head in place. */
    void rotate(double[] head, int position) {
        for (int pair = 0; pair < dimensions / 2; pair++) {
            double angle = position * frequency(pair);
            double cos = Math.cos(angle) * magnitude;
            double sin = Math.sin(angle) * magnitude;
            int first = neighbours ? 2 * pair : pair;
            int second = neighbours ? 2 * pair + 1 : pair + dimensions / 2;
            double x = head[first];
            double y = head[second];
            head[first] = x * cos - y * sin;
            head[second] = x * sin + y * cos;
        }
    }

    private double frequency(int pair) {
        double extrapolated = Math.pow(base, -2.0 * pair / dimensions);
        if (frequencyFactors.length > 0) {
            extrapolated /= frequencyFactors[pair];
        }
        double interpolated = extrapolated / factor;
        if (!yarn) {
            return interpolated;
        }
        double ramp = (pair - rampStart) / Math.max(0.001, rampEnd - rampStart);
        double kept = 1 - Math.clamp(ramp, 0.0, 1.0);
        return kept * extrapolated + (1 - kept) * interpolated;
    }
}
