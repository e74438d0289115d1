package org.boltmesh.shards.model;

import java.util.List;
import org.boltmesh.shards.ggml.Tensor;

/** Touvron et al., "Llama 2", 2023: pre-norm, rotary positions, grouped queries, SwiGLU. */
final class Llama implements Architecture {
    @Override
    public boolean neoxRope() {
        return false;
    }

    @Override
    public List<TensorSpec> layerTensors(ModelConfig config) {
        return Architecture.gatedLayer(config);
    }

    @Override
    public Tensor layer(LayerGraph g, Tensor x) {
        Tensor h = g.rmsNorm(x, "attn_norm");
        Tensor q = g.rope(g.queryHeads(g.linear("attn_q", h)));
        Tensor k = g.rope(g.keyHeads(g.linear("attn_k", h)));
        Tensor v = g.linear("attn_v", h);
        Tensor attended = g.add(x, g.linear("attn_output", g.attention(q, k, v)));

        Tensor f = g.rmsNorm(attended, "ffn_norm");
        Tensor gated = g.mul(g.silu(g.linear("ffn_gate", f)), g.linear("ffn_up", f));
        return g.add(attended, g.linear("ffn_down", gated));
    }
}
