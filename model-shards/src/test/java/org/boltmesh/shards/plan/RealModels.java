package org.boltmesh.shards.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.model.ModelFootprint;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Footprints of published models, quantised to 4.5 bits, from the numbers in their configs. */
final class RealModels {
    private final JsonNode config;

    private RealModels(JsonNode config) {
        this.config = config;
    }

    static ModelFootprint footprint(Path config, int context) {
        return new RealModels(JsonMapper.shared().readTree(config.toFile())).footprint(context);
    }

    private long number(String key) {
        return config.required(key).asLong();
    }

    private long number(String key, long absent) {
        return config.path(key).asLong(absent);
    }

    private static long bytes(long weights) {
        return weights * 9 / 16;
    }

    private ModelFootprint footprint(int context) {
        List<Long> layers = new ArrayList<>();
        long dense = number("first_k_dense_replace", 0);
        for (long layer = 0; layer < number("num_hidden_layers"); layer++) {
            layers.add(bytes(attention() + (layer < dense ? dense() : feedForward())));
        }
        long matrix = bytes(number("vocab_size") * number("hidden_size"));
        boolean tied = config.path("tie_word_embeddings").asBoolean(false);
        long scratch = 512L * 4 * (8 * number("hidden_size") + context);
        return new ModelFootprint(
                config.required("model_type").asString(),
                context,
                1,
                layers,
                2L * context * cacheRow(),
                0,
                matrix,
                matrix + 4 * number("hidden_size"),
                tied ? matrix : 0,
                scratch,
                scratch + 32 * number("vocab_size"));
    }

    private long cacheRow() {
        return config.has("kv_lora_rank")
                ? number("kv_lora_rank") + number("qk_rope_head_dim")
                : 2 * number("num_key_value_heads") * headSize();
    }

    private long headSize() {
        return number("head_dim", number("hidden_size") / number("num_attention_heads"));
    }

    private long attention() {
        long width = number("hidden_size");
        long heads = number("num_attention_heads");
        if (!config.has("kv_lora_rank")) {
            return 2 * width * headSize() * (heads + number("num_key_value_heads"));
        }
        long plain = number("qk_nope_head_dim");
        long rotated = number("qk_rope_head_dim");
        long value = number("v_head_dim");
        long query = number("q_lora_rank");
        long latent = number("kv_lora_rank");
        return width * (query + latent + rotated)
                + query * heads * (plain + rotated)
                + latent * heads * (plain + value)
                + heads * value * width;
    }

    private long dense() {
        return 3 * number("hidden_size") * number("intermediate_size");
    }

    private long feedForward() {
        long experts = number("num_experts", number("n_routed_experts", 0));
        return experts == 0
                ? dense()
                : 3
                        * number("hidden_size")
                        * number("moe_intermediate_size")
                        * (experts + number("n_shared_experts", 0));
    }
}
