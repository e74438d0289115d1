package org.boltmesh.shards.synth;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A {@code config.json} of a model with a few thousand weights, sound or spoilt. */
public final class TinyConfig {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    private TinyConfig() {}

    /** Two layers of width 64, 4 query heads on 2 key heads, 700 tokens. */
    public static TinyConfig of(String architecture) {
        return new TinyConfig()
                .with("model_type", architecture)
                .with("hidden_size", 64)
                .with("intermediate_size", 96)
                .with("num_hidden_layers", 2)
                .with("num_attention_heads", 4)
                .with("num_key_value_heads", 2)
                .with("vocab_size", 700)
                .with("max_position_embeddings", 512)
                .with("rms_norm_eps", 1e-5)
                .with("rope_theta", 10_000)
                .with("tie_word_embeddings", true);
    }

    /** Another value of a field. */
    public TinyConfig with(String field, Object value) {
        fields.put(field, value);
        return this;
    }

    TinyConfig without(String field) {
        fields.remove(field);
        return this;
    }

    /** Writes it and returns {@code path}. */
    public Path write(Path path) {
        try {
            return Files.writeString(path, JsonMapper.shared().writeValueAsString(fields));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ModelShape shape(Path folder) {
        return ModelShape.read(write(folder.resolve("config.json")));
    }
}
