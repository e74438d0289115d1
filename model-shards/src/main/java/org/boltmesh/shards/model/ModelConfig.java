package org.boltmesh.shards.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.boltmesh.shards.gguf.GgufFile;

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
    private static final int LAYERS_MAX = 1024;

    /** Elements of all heads of a position: the cache's size is a product of this and more. */
    private static final int ROW_MAX = 1 << 20;

    /**
     * Reads and checks them.
     *
     * @throws ModelException for an architecture or scaling we do not compute, or impossible
     *     numbers
     */
    public static ModelConfig of(GgufFile gguf) {
        return new Reader(gguf).read();
    }

    /**
     * Refuses a context that the model was not trained on.
     *
     * @throws ModelException when it is longer
     */
    void checkContext(int contextMax) {
        if (contextMax > contextTrained) {
            throw new ModelException(
                    "%s: context %d, want 1 to %d, which the model was trained on"
                            .formatted(file, contextMax, contextTrained));
        }
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
        private final Hyperparameters numbers;

        Reader(GgufFile gguf) {
            this.gguf = gguf;
            this.numbers = new Hyperparameters(gguf);
        }

        ModelConfig read() {
            String architecture = numbers.architecture();
            if (!Architecture.NAMES.contains(architecture)) {
                throw new ModelException(
                        "%s, key general.architecture: %s, want one of %s"
                                .formatted(
                                        numbers.file(),
                                        architecture,
                                        new TreeSet<>(Architecture.NAMES)));
            }
            refuseOtherComputations();
            int embedding = numbers.size("embedding_length");
            int heads = numbers.size("attention.head_count");
            int keySize = headSize("attention.key_length", embedding, heads);
            int context = numbers.size("context_length");
            return new ModelConfig(
                    numbers.file(),
                    architecture,
                    numbers.size("block_count", LAYERS_MAX),
                    embedding,
                    numbers.size("feed_forward_length"),
                    heads,
                    kvHeads(heads),
                    keySize,
                    headSize("attention.value_length", embedding, heads),
                    context,
                    vocabulary(),
                    (float) numbers.positive("attention.layer_norm_rms_epsilon"),
                    ropeDimensions(keySize),
                    ropeTheta(),
                    RopeScaling.of(numbers, context));
        }

        private void refuseOtherComputations() {
            numbers.expect("expert_count", 0);
            numbers.expect("attention.causal", true);
        }

        private int headSize(String name, int embedding, int heads) {
            Optional<Integer> given = numbers.optionalSize(name);
            if (given.isEmpty() && embedding % heads != 0) {
                throw numbers.failure(
                        "attention.head_count",
                        heads,
                        "a divisor of embedding_length %d, or the key %s"
                                .formatted(embedding, name));
            }
            int size = given.orElse(embedding / heads);
            if ((long) size * heads > ROW_MAX) {
                throw numbers.failure(
                        name, size, "at most %d over all %d heads".formatted(ROW_MAX, heads));
            }
            return size;
        }

        private int kvHeads(int heads) {
            int kvHeads = numbers.optionalSize("attention.head_count_kv").orElse(heads);
            if (heads % kvHeads != 0) {
                throw numbers.failure(
                        "attention.head_count", heads, "a multiple of head_count_kv " + kvHeads);
            }
            return kvHeads;
        }

        private int ropeDimensions(int keySize) {
            int dimensions = numbers.optionalSize("rope.dimension_count").orElse(keySize);
            if (dimensions > keySize || dimensions % 2 != 0) {
                throw numbers.failure(
                        "rope.dimension_count",
                        dimensions,
                        "an even number up to the head size " + keySize);
            }
            return dimensions;
        }

        private float ropeTheta() {
            float theta = (float) numbers.positiveOr("rope.freq_base", 10_000);
            if (theta <= 1) {
                throw numbers.failure("rope.freq_base", theta, "a finite number above 1");
            }
            return theta;
        }

        private int vocabulary() {
            List<Long> shape = gguf.requireTensor(Architecture.EMBEDDING).dimensions();
            if (shape.size() != 2 || shape.get(1) > Hyperparameters.SIZE_MAX) {
                throw new ModelException(
                        "%s: tensor %s is %s, want [embedding size, vocabulary]"
                                .formatted(numbers.file(), Architecture.EMBEDDING, shape));
            }
            return Math.toIntExact(shape.get(1));
        }
    }
}
