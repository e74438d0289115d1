package org.boltmesh.shards.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.GgufMetadata;

/**
 * Hyperparameters of a model, from its file's metadata.
 *
 * @param file the model's first file, for messages
 * @param architecture as in {@code general.architecture}
 * @param layerCount transformer layers
 * @param embeddingSize width of the residual stream
 * @param feedForwardSize width of the feed-forward network
 * @param headCount query heads
 * @param kvHeadCount key and value heads
 * @param keySize elements of a query or key head
 * @param valueSize elements of a value head
 * @param contextTrained positions the file claims
 * @param vocabularySize rows of the embedding
 * @param rmsEpsilon of all norms
 * @param ropeDimensions rotated elements of a head
 * @param ropeTheta frequency base
 * @param ropeScaling beyond the trained context
 */
public record ModelConfig(
        Path file,
        String architecture,
        int layerCount,
        int embeddingSize,
        int feedForwardSize,
        int headCount,
        int kvHeadCount,
        int keySize,
        int valueSize,
        int contextTrained,
        int vocabularySize,
        float rmsEpsilon,
        int ropeDimensions,
        float ropeTheta,
        RopeScaling ropeScaling) {
    private static final int SIZE_MAX = 1 << 24;

    /**
     * Reads and checks them.
     *
     * @throws ModelException for an architecture or scaling we do not compute, or impossible
     *     numbers
     */
    public static ModelConfig of(GgufFile gguf) {
        return new Reader(gguf).read();
    }

    /** Query heads that share a key/value head. */
    int groupSize() {
        return headCount / kvHeadCount;
    }

    /** Elements of a position's keys in one layer. */
    int keyRowSize() {
        return keySize * kvHeadCount;
    }

    /** Elements of a position's values in one layer. */
    int valueRowSize() {
        return valueSize * kvHeadCount;
    }

    /** One reading of one file. */
    private static final class Reader {
        private final GgufFile gguf;
        private final GgufMetadata metadata;
        private final Path file;
        private final String architecture;

        Reader(GgufFile gguf) {
            this.gguf = gguf;
            this.metadata = gguf.metadata();
            this.file = gguf.parts().getFirst();
            this.architecture = metadata.requireString("general.architecture");
        }

        ModelConfig read() {
            if (!Architecture.NAMES.contains(architecture)) {
                throw fail("general.architecture", architecture, "one of " + Architecture.NAMES);
            }
            int embedding = size("embedding_length");
            int heads = size("attention.head_count");
            int kvHeads = optionalSize("attention.head_count_kv").orElse(heads);
            int keySize = optionalSize("attention.key_length").orElse(embedding / heads);
            int valueSize = optionalSize("attention.value_length").orElse(embedding / heads);
            int context = size("context_length");
            if (heads % kvHeads != 0) {
                throw fail("attention.head_count", heads, "a multiple of head_count_kv " + kvHeads);
            }
            refuseExperts();
            int ropeDimensions = optionalSize("rope.dimension_count").orElse(keySize);
            if (ropeDimensions > keySize || ropeDimensions % 2 != 0) {
                throw fail(
                        "rope.dimension_count",
                        ropeDimensions,
                        "an even number up to the head size " + keySize);
            }
            return new ModelConfig(
                    file,
                    architecture,
                    size("block_count"),
                    embedding,
                    size("feed_forward_length"),
                    heads,
                    kvHeads,
                    keySize,
                    valueSize,
                    context,
                    vocabulary(),
                    (float) metadata.requireNumber(key("attention.layer_norm_rms_epsilon")),
                    ropeDimensions,
                    (float) number("rope.freq_base", 10_000),
                    ropeScaling(context));
        }

        private void refuseExperts() {
            long experts = metadata.integer(key("expert_count")).orElse(0);
            if (experts != 0) {
                throw fail("expert_count", experts, "0: mixtures of experts are not computed yet");
            }
        }

        private int vocabulary() {
            List<Long> shape = gguf.requireTensor(Architecture.EMBEDDING).dimensions();
            if (shape.size() != 2 || shape.get(1) > SIZE_MAX) {
                throw new ModelException(
                        "%s: tensor %s is %s, want [embedding size, vocabulary]"
                                .formatted(file, Architecture.EMBEDDING, shape));
            }
            return Math.toIntExact(shape.get(1));
        }

        private RopeScaling ropeScaling(int context) {
            String kind = metadata.string(key("rope.scaling.type")).orElse("none");
            double factor = number("rope.scaling.factor", number("rope.scale_linear", 1));
            if (kind.equals("none") && factor != 1) {
                kind = "linear";
            }
            if (!(factor > 0) || !Double.isFinite(factor)) {
                throw fail("rope.scaling.factor", factor, "a positive number");
            }
            RopeScaling.Kind known =
                    switch (kind) {
                        case "none" -> RopeScaling.Kind.NONE;
                        case "linear" -> RopeScaling.Kind.LINEAR;
                        case "yarn" -> RopeScaling.Kind.YARN;
                        default -> throw fail("rope.scaling.type", kind, "none, linear or yarn");
                    };
            return new RopeScaling(
                    known,
                    factor,
                    optionalSize("rope.scaling.original_context_length").orElse(context),
                    number("rope.scaling.attn_factor", 1),
                    number("rope.scaling.yarn_beta_fast", 32),
                    number("rope.scaling.yarn_beta_slow", 1));
        }

        private String key(String name) {
            return architecture + "." + name;
        }

        private double number(String name, double absent) {
            return metadata.number(key(name)).orElse(absent);
        }

        private int size(String name) {
            return checkedSize(name, metadata.requireInteger(key(name)));
        }

        private Optional<Integer> optionalSize(String name) {
            return metadata.integer(key(name)).isPresent()
                    ? Optional.of(size(name))
                    : Optional.empty();
        }

        private int checkedSize(String name, long value) {
            if (value < 1 || value > SIZE_MAX) {
                throw fail(name, value, "1 to " + SIZE_MAX);
            }
            return (int) value;
        }

        private ModelException fail(String name, Object value, String wanted) {
            String key = name.startsWith("general.") ? name : key(name);
            return new ModelException("%s: %s is %s, want %s".formatted(file, key, value, wanted));
        }
    }
}
