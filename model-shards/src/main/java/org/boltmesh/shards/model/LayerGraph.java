package org.boltmesh.shards.model;

import java.util.Optional;
import org.boltmesh.shards.ggml.Graph;
import org.boltmesh.shards.ggml.RopeOptions;
import org.boltmesh.shards.ggml.Tensor;

/** The operations of one layer, on its own weights; shapes in ggml's order, tokens last. */
final class LayerGraph {
    private final Graph graph;
    private final ModelConfig config;
    private final Weights weights;
    private final Attention attention;
    private final Tensor positions;
    private final RopeOptions ropeOptions;
    private final Optional<Tensor> ropeFactors;
    private final int layer;

    LayerGraph(
            Graph graph,
            ModelConfig config,
            Weights weights,
            Attention attention,
            Tensor positions,
            int layer) {
        this.graph = graph;
        this.config = config;
        this.weights = weights;
        this.attention = attention;
        this.positions = positions;
        this.ropeOptions = Rope.options(config);
        this.ropeFactors = weights.find(Rope.FACTORS);
        this.layer = layer;
    }

    private Tensor weight(String name) {
        return weights.get("blk." + layer + "." + name);
    }

    /** {@code W x}: x [columns of W, tokens]. */
    Tensor linear(String name, Tensor x) {
        return graph.mulMat(weight(name + ".weight"), x);
    }

    /** {@code W x + b}. */
    Tensor biased(String name, Tensor x) {
        return graph.add(linear(name, x), weight(name + ".bias"));
    }

    /** Root mean square norm over the first axis, scaled by the weight. */
    Tensor rmsNorm(Tensor x, String name) {
        return graph.mul(graph.rmsNorm(x, config.rmsEpsilon()), weight(name + ".weight"));
    }

    /** [heads * key size, tokens] as [key size, heads, tokens]. */
    Tensor queryHeads(Tensor x) {
        return graph.reshape3d(x, config.keySize(), config.headCount(), x.dimension(1));
    }

    /** [key heads * key size, tokens] as [key size, key heads, tokens]. */
    Tensor keyHeads(Tensor x) {
        return graph.reshape3d(x, config.keySize(), config.kvHeadCount(), x.dimension(1));
    }

    /** Rotates heads by their token's position. */
    Tensor rope(Tensor x) {
        return graph.rope(x, positions, ropeFactors.orElse(null), ropeOptions);
    }

    /** Stores keys and values; causal attention: [value size * heads, tokens]. */
    Tensor attention(Tensor q, Tensor k, Tensor v) {
        return attention.attend(layer, q, k, v);
    }

    Tensor add(Tensor a, Tensor b) {
        return graph.add(a, b);
    }

    Tensor mul(Tensor a, Tensor b) {
        return graph.mul(a, b);
    }

    Tensor silu(Tensor a) {
        return graph.silu(a);
    }
}
