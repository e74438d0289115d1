package org.boltmesh.shards.synth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sizes of a model, as its {@code config.json} has them.
 *
 * @param architecture as in GGUF's {@code general.architecture}
 * @param layerCount transformer layers
 * @param embeddingSize width of the residual stream
 * @param feedForwardSize width of the feed-forward network
 * @param headCount query heads
 * @param kvHeadCount key and value heads
 * @param headSize elements of a head
 * @param vocabularySize rows of the embedding
 * @param contextSize positions
 * @param rmsEpsilon of all norms
 * @param ropeTheta frequency base
 * @param ropeScaling beyond the trained context
 * @param tied whether the head is the embedding
 */
public record ModelShape(
        String architecture,
        int layerCount,
        int embeddingSize,
        int feedForwardSize,
        int headCount,
        int kvHeadCount,
        int headSize,
        int vocabularySize,
        int contextSize,
        double rmsEpsilon,
        double ropeTheta,
        Optional<Llama3Scaling> ropeScaling,
        boolean tied) {
    private static final Set<String> ARCHITECTURES = Set.of("llama", "qwen2", "qwen3");
    private static final long FILE_BYTES_MAX = 1 << 20;
    private static final int LAYERS_MAX = 1024;

    /**
     * Reads a model's {@code config.json}.
     *
     * @throws SynthException naming the field that is wrong, its value and what was wanted
     */
    public static ModelShape read(Path file) {
        return new Reader(new ConfigJson(file, parse(file))).read();
    }

    private static JsonNode parse(Path file) {
        try {
            if (Files.isRegularFile(file) && Files.size(file) > FILE_BYTES_MAX) {
                throw new SynthException(
                        "%s has %,d bytes, want the config.json of a model, which has a few thousand"
                                .formatted(file, Files.size(file)));
            }
            JsonNode tree = JsonMapper.shared().readTree(Files.readString(file));
            if (tree.isObject()) {
                return tree;
            }
            throw new SynthException("%s is not a JSON object, want a config.json".formatted(file));
        } catch (NoSuchFileException e) {
            throw new SynthException(
                    "no file %s, want the config.json of a model".formatted(file), e);
        } catch (IOException | JacksonException e) {
            throw new SynthException(
                    "%s cannot be read as JSON: %s; want the config.json of a model"
                            .formatted(file, firstLine(e)),
                    e);
        }
    }

    private static String firstLine(Exception failure) {
        return failure.toString().lines().findFirst().orElse("");
    }

    /** The same with fewer or more layers. */
    public ModelShape withLayers(int count) {
        return new ModelShape(
                architecture,
                count,
                embeddingSize,
                feedForwardSize,
                headCount,
                kvHeadCount,
                headSize,
                vocabularySize,
                contextSize,
                rmsEpsilon,
                ropeTheta,
                ropeScaling,
                tied);
    }

    /** Elements of all query heads. */
    int queryRow() {
        return headCount * headSize;
    }

    /** Elements of all key heads, and of all value heads. */
    int keyRow() {
        return kvHeadCount * headSize;
    }

    /** One reading of one file. */
    private static final class Reader {
        private final ConfigJson json;

        Reader(ConfigJson json) {
            this.json = json;
        }

        ModelShape read() {
            String architecture = json.text("model_type");
            if (!ARCHITECTURES.contains(architecture)) {
                throw json.failure(
                        "model_type",
                        architecture,
                        "one of " + new TreeSet<>(ARCHITECTURES) + ": no other is computed yet");
            }
            int embedding = json.size("hidden_size");
            int heads = json.size("num_attention_heads");
            return new ModelShape(
                    architecture,
                    layers(),
                    embedding,
                    json.size("intermediate_size"),
                    heads,
                    kvHeads(heads),
                    headSize(embedding, heads),
                    vocabulary(),
                    json.size("max_position_embeddings"),
                    json.positiveOr("rms_norm_eps", 1e-6),
                    ropeTheta(),
                    ropeScaling(),
                    json.flagOr("tie_word_embeddings", false));
        }

        private int layers() {
            int layers = json.size("num_hidden_layers");
            if (layers > LAYERS_MAX) {
                throw json.failure("num_hidden_layers", layers, "at most " + LAYERS_MAX);
            }
            return layers;
        }

        private int kvHeads(int heads) {
            int kvHeads = json.sizeOr("num_key_value_heads", heads);
            if (heads % kvHeads != 0) {
                throw json.failure(
                        "num_key_value_heads",
                        kvHeads,
                        "a divisor of num_attention_heads " + heads);
            }
            return kvHeads;
        }

        private int headSize(int embedding, int heads) {
            if (!json.has("head_dim") && embedding % heads != 0) {
                throw json.failure(
                        "num_attention_heads",
                        heads,
                        "a divisor of hidden_size %d, or the field head_dim".formatted(embedding));
            }
            int size = json.sizeOr("head_dim", embedding / heads);
            if (size % 2 != 0 || (long) size * heads > 1 << 20) {
                throw json.failure(
                        "head_dim", size, "an even size, and at most 1048576 over all heads");
            }
            return size;
        }

        private int vocabulary() {
            int size = json.size("vocab_size");
            if (size < SynthVocabulary.SIZE_MIN) {
                throw json.failure(
                        "vocab_size",
                        size,
                        "at least %d: a token for each byte, and one that ends a text"
                                .formatted(SynthVocabulary.SIZE_MIN));
            }
            return size;
        }

        /** Newer configurations have it with the scaling. */
        private double ropeTheta() {
            double usual = json.positiveOr("rope_theta", 10_000);
            return json.object("rope_parameters")
                    .map(rope -> rope.positiveOr("rope_theta", usual))
                    .orElse(usual);
        }

        private Optional<Llama3Scaling> ropeScaling() {
            Optional<ConfigJson> scaling =
                    json.object("rope_scaling").or(() -> json.object("rope_parameters"));
            return scaling.flatMap(this::ropeScaling);
        }

        private Optional<Llama3Scaling> ropeScaling(ConfigJson scaling) {
            String name = scaling.has("rope_type") ? "rope_type" : "type";
            return switch (scaling.text(name)) {
                case "default" -> Optional.empty();
                case "llama3" -> Optional.of(Llama3Scaling.of(scaling));
                case String other ->
                        throw json.failure(
                                "rope_scaling." + name,
                                other,
                                "default or llama3; remove rope_scaling: it does not change speed");
            };
        }
    }
}
