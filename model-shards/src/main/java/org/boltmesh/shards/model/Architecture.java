package org.boltmesh.shards.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.boltmesh.shards.ggml.Tensor;

/** One transformer layer as its paper has it: the tensors it needs and the graph over them. */
sealed interface Architecture permits Llama, Qwen2, Qwen3 {
    /** Names in {@code general.architecture}. */
    Set<String> NAMES = Set.of("llama", "qwen2", "qwen3");

    /** Token embedding: [embedding size, vocabulary]. */
    String EMBEDDING = "token_embd.weight";

    /** The one of this model. */
    static Architecture of(ModelConfig config) {
        return switch (config.architecture()) {
            case "llama" -> new Llama();
            case "qwen2" -> new Qwen2();
            case "qwen3" -> new Qwen3();
            default -> throw new IllegalArgumentException(config.architecture());
        };
    }

    /** Whether rotation pairs element i with i + dimensions / 2, else neighbours. */
    boolean neoxRope();

    /** What a layer needs beside {@link #gatedLayer}. */
    List<TensorSpec> layerTensors(ModelConfig config);

    /** The layer's output for its input x: both [embedding size, tokens]. */
    Tensor layer(LayerGraph g, Tensor x);

    /** Grouped-query attention and a gated feed-forward network, without biases. */
    static List<TensorSpec> gatedLayer(ModelConfig c) {
        int width = c.embeddingSize();
        return new ArrayList<>(
                List.of(
                        TensorSpec.norm("attn_norm", width),
                        TensorSpec.matrix("attn_q", width, (long) c.keySize() * c.headCount()),
                        TensorSpec.matrix("attn_k", width, c.keyRowSize()),
                        TensorSpec.matrix("attn_v", width, c.valueRowSize()),
                        TensorSpec.matrix(
                                "attn_output", (long) c.valueSize() * c.headCount(), width),
                        TensorSpec.norm("ffn_norm", width),
                        TensorSpec.matrix("ffn_gate", width, c.feedForwardSize()),
                        TensorSpec.matrix("ffn_up", width, c.feedForwardSize()),
                        TensorSpec.matrix("ffn_down", c.feedForwardSize(), width)));
    }
}
