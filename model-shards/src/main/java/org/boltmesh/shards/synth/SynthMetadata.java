package org.boltmesh.shards.synth;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.boltmesh.shards.gguf.TensorType;

/** What a file says of itself, by llama.cpp's keys. */
final class SynthMetadata {
    /** llama.cpp's numbers of files whose matrices have one type; it only shows them. */
    private static final Map<TensorType, Integer> FILE_TYPES =
            Map.ofEntries(
                    Map.entry(TensorType.F32, 0),
                    Map.entry(TensorType.F16, 1),
                    Map.entry(TensorType.Q4_0, 2),
                    Map.entry(TensorType.Q4_1, 3),
                    Map.entry(TensorType.Q8_0, 7),
                    Map.entry(TensorType.Q5_0, 8),
                    Map.entry(TensorType.Q5_1, 9),
                    Map.entry(TensorType.Q2_K, 10),
                    Map.entry(TensorType.Q3_K, 11),
                    Map.entry(TensorType.Q4_K, 14),
                    Map.entry(TensorType.Q5_K, 16),
                    Map.entry(TensorType.Q6_K, 18),
                    Map.entry(TensorType.BF16, 32));

    private static final int QUANTIZATION_VERSION = 2;

    private final ModelShape shape;
    private final TensorType type;
    private final long seed;

    SynthMetadata(ModelShape shape, TensorType type, long seed) {
        this.shape = shape;
        this.type = type;
        this.seed = seed;
    }

    /** Keys and values in their order. */
    Map<String, Object> fields() {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("general.architecture", shape.architecture());
        metadata.put("general.type", "model");
        metadata.put("general.name", name());
        metadata.put("general.file_type", FILE_TYPES.get(type));
        metadata.put("general.quantization_version", QUANTIZATION_VERSION);
        String prefix = shape.architecture() + ".";
        metadata.put(prefix + "block_count", shape.layerCount());
        metadata.put(prefix + "context_length", shape.contextSize());
        metadata.put(prefix + "embedding_length", shape.embeddingSize());
        metadata.put(prefix + "feed_forward_length", shape.feedForwardSize());
        metadata.put(prefix + "attention.head_count", shape.headCount());
        metadata.put(prefix + "attention.head_count_kv", shape.kvHeadCount());
        metadata.put(prefix + "attention.key_length", shape.headSize());
        metadata.put(prefix + "attention.value_length", shape.headSize());
        metadata.put(prefix + "attention.layer_norm_rms_epsilon", (float) shape.rmsEpsilon());
        metadata.put(prefix + "rope.dimension_count", shape.headSize());
        metadata.put(prefix + "rope.freq_base", (float) shape.ropeTheta());
        metadata.put(prefix + "vocab_size", shape.vocabularySize());
        addVocabulary(metadata);
        return metadata;
    }

    private String name() {
        return "random %s, %s, seed %d"
                .formatted(shape.architecture(), type.name().toLowerCase(Locale.ROOT), seed);
    }

    private void addVocabulary(Map<String, Object> metadata) {
        var vocabulary = new SynthVocabulary(shape.vocabularySize());
        int normal = 1;
        int control = 3;
        int[] types = new int[shape.vocabularySize()];
        Arrays.fill(types, normal);
        types[vocabulary.endId()] = control;
        metadata.put("tokenizer.ggml.model", "gpt2");
        metadata.put(
                "tokenizer.ggml.pre", shape.architecture().equals("llama") ? "llama-bpe" : "qwen2");
        metadata.put("tokenizer.ggml.tokens", vocabulary.tokens());
        metadata.put("tokenizer.ggml.token_type", types);
        metadata.put("tokenizer.ggml.merges", vocabulary.merges());
        metadata.put("tokenizer.ggml.bos_token_id", vocabulary.endId());
        metadata.put("tokenizer.ggml.eos_token_id", vocabulary.endId());
    }
}
