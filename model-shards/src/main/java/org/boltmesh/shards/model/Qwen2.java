package org.boltmesh.shards.model;

import java.util.List;
import org.boltmesh.shards.ggml.Tensor;

/** Qwen Team, "Qwen2 Technical Report", 2024: as Llama, with biases on queries, keys and values. */
final class Qwen2 implements Architecture {
    @Override
    public boolean neoxRope() {
        return true;
    }

    @Override
    public List<TensorSpec> layerTensors(ModelConfig c) {
        List<TensorSpec> tensors = Architecture.gatedLayer(c);
        tensors.add(TensorSpec.bias("attn_q", (long) c.keySize() * c.headCount()));
        tensors.add(TensorSpec.bias("attn_k", c.keyRowSize()));
        tensors.add(TensorSpec.bias("attn_v", c.valueRowSize()));
        return tensors;
    }

    @Override
    public Tensor layer(LayerGraph g, Tensor x) {
        Tensor h = g.rmsNorm(x, "attn_norm");
        Tensor q = g.rope(g.queryHeads(g.biased("attn_q", h)));
        Tensor k = g.rope(g.keyHeads(g.biased("attn_k", h)));
        Tensor v = g.biased("attn_v", h);
        Tensor attended = g.add(x, g.linear("attn_output", g.attention(q, k, v)));

        Tensor f = g.rmsNorm(attended, "ffn_norm");
        Tensor gated = g.mul(g.silu(g.linear("ffn_gate", f)), g.linear("ffn_up", f));
        return g.add(attended, g.linear("ffn_down", gated));
    }
}
