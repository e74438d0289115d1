package org.boltmesh.shards.synth;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.gguf.TensorType;

/**
 * One tensor of a file that is to be written.
 *
 * @param name as llama.cpp names it
 * @param type how its elements are stored
 * @param columns elements of a row
 * @param rows 1 for a vector
 * @param fill what its elements are
 */
record SynthTensor(String name, TensorType type, long columns, long rows, Fill fill) {
    /** What a tensor's elements are. */
    enum Fill {
        /** Spread so that a product neither shrinks nor blows up what it is applied to. */
        MATRIX,
        /** Around 1. */
        NORM,
        /** Around 0. */
        BIAS,
        /** Divisors of rotary frequencies. */
        FREQUENCIES
    }

    /** Dimensions in ggml's order. */
    List<Long> dimensions() {
        return fill == Fill.MATRIX ? List.of(columns, rows) : List.of(columns);
    }

    long sizeBytes() {
        return type.rowBytes(columns) * rows;
    }

    /** All tensors of a model, with its matrices in one type. */
    static List<SynthTensor> of(ModelShape shape, TensorType type) {
        return new Listing(shape, type).all();
    }

    private static final class Listing {
        private final ModelShape shape;
        private final TensorType type;
        private final List<SynthTensor> tensors = new ArrayList<>();

        Listing(ModelShape shape, TensorType type) {
            this.shape = shape;
            this.type = type;
        }

        List<SynthTensor> all() {
            matrix("token_embd", shape.embeddingSize(), shape.vocabularySize());
            vector("output_norm.weight", shape.embeddingSize(), Fill.NORM);
            if (!shape.tied()) {
                matrix("output", shape.embeddingSize(), shape.vocabularySize());
            }
            if (shape.ropeScaling().isPresent()) {
                vector("rope_freqs.weight", shape.headSize() / 2, Fill.FREQUENCIES);
            }
            for (int layer = 0; layer < shape.layerCount(); layer++) {
                addLayer("blk." + layer + ".");
            }
            return List.copyOf(tensors);
        }

        private void addLayer(String layer) {
            int width = shape.embeddingSize();
            vector(layer + "attn_norm.weight", width, Fill.NORM);
            matrix(layer + "attn_q", width, shape.queryRow());
            matrix(layer + "attn_k", width, shape.keyRow());
            matrix(layer + "attn_v", width, shape.keyRow());
            if (shape.architecture().equals("qwen2")) {
                vector(layer + "attn_q.bias", shape.queryRow(), Fill.BIAS);
                vector(layer + "attn_k.bias", shape.keyRow(), Fill.BIAS);
                vector(layer + "attn_v.bias", shape.keyRow(), Fill.BIAS);
            }
            if (shape.architecture().equals("qwen3")) {
                vector(layer + "attn_q_norm.weight", shape.headSize(), Fill.NORM);
                vector(layer + "attn_k_norm.weight", shape.headSize(), Fill.NORM);
            }
            matrix(layer + "attn_output", shape.queryRow(), width);
            vector(layer + "ffn_norm.weight", width, Fill.NORM);
            matrix(layer + "ffn_gate", width, shape.feedForwardSize());
            matrix(layer + "ffn_up", width, shape.feedForwardSize());
            matrix(layer + "ffn_down", shape.feedForwardSize(), width);
        }

        private void matrix(String name, long columns, long rows) {
            if (columns % type.blockElements() != 0) {
                throw new SynthException(
                        "type %s: tensor %s has rows of %d elements, want a multiple of %d; choose a type with smaller blocks, such as q8_0 or f16"
                                .formatted(type, name, columns, type.blockElements()));
            }
            tensors.add(new SynthTensor(name + ".weight", type, columns, rows, Fill.MATRIX));
        }

        private void vector(String name, long size, Fill fill) {
            tensors.add(new SynthTensor(name, TensorType.F32, size, 1, fill));
        }
    }
}
