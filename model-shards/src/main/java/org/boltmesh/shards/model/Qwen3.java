package org.boltmesh.shards.model;

import java.util.List;
import org.boltmesh.shards.ggml.Tensor;

/** Qwen Team, "Qwen3 Technical Report", 2025: as Llama, with norms over each query and key head. */
final class Qwen3 implements Architecture {
    @Override
    public boolean neoxRope() {
        return true;
    }

    @Override
    public List<TensorSpec> layerTensors(ModelConfig c) {
        List<TensorSpec> tensors = Architecture.gatedLayer(c);
        tensors.add(TensorSpec.norm("attn_q_norm", c.keySize()));
        tensors.add(TensorSpec.norm("attn_k_norm", c.keySize()));
        return tensors;
    }

    @Override
    public Tensor layer(LayerGraph g, Tensor x) {
        Tensor h = g.rmsNorm(x, "attn_norm");
        Tensor q = g.rope(g.rmsNorm(g.queryHeads(g.linear("attn_q", h)), "attn_q_norm"));
        Tensor k = g.rope(g.rmsNorm(g.keyHeads(g.linear("attn_k", h)), "attn_k_norm"));
        Tensor v = g.linear("attn_v", h);
        Tensor attended = g.add(x, g.linear("attn_output", g.attention(q, k, v)));

        Tensor f = g.rmsNorm(attended, "ffn_norm");
        Tensor gated = g.mul(g.silu(g.linear("ffn_gate", f)), g.linear("ffn_up", f));
        return g.add(attended, g.linear("ffn_down", gated));
    }
}
