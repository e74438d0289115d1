package org.boltmesh.shards.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;
import org.boltmesh.shards.gguf.TensorType;

/**
 * The tensors of a file that a shard needs, all found and of the right shape. A tensor in one of
 * its layers that the architecture has no use for is an error: leaving it out would give other
 * numbers than the model's makers meant. Pure.
 */
final class ShardTensors {
    /** A tensor that was found, and what it is for. */
    record Wanted(TensorInfo info, TensorSpec.Use use) {
        /** Whether it is the left side of a product. */
        boolean multiplied() {
            return use == TensorSpec.Use.PRODUCT || use == TensorSpec.Use.LOOKUP_AND_PRODUCT;
        }
    }

    /** The head's matrix; in a tied model's memory, a copy of the embedding laid out for it. */
    static final String HEAD = "output.weight";

    private static final String OUTPUT = "output";
    static final String OUTPUT_NORM = "output_norm";
    private static final Pattern LAYER = Pattern.compile("blk\\.(\\d{1,6})\\..+");

    /** Old converters wrote a table of frequencies that can be computed. */
    private static final String OLD_FREQUENCIES = "rot_embd";

    /** Types that ggml has for other purposes: it crashes over products with them. */
    private static final Set<TensorType> NOT_WEIGHTS =
            EnumSet.of(
                    TensorType.I8,
                    TensorType.I16,
                    TensorType.I32,
                    TensorType.I64,
                    TensorType.F64,
                    TensorType.Q8_1,
                    TensorType.Q8_K);

    private final GgufFile gguf;
    private final ModelConfig config;
    private final LayerRange range;
    private final List<Wanted> wanted = new ArrayList<>();

    private ShardTensors(GgufFile gguf, ModelConfig config, LayerRange range) {
        this.gguf = gguf;
        this.config = config;
        this.range = range;
    }

    /**
     * Finds a shard's tensors.
     *
     * @throws ModelException naming the file and the tensor that is missing, misshapen or unknown
     */
    static List<Wanted> of(GgufFile gguf, ModelConfig config, LayerRange range) {
        return new ShardTensors(gguf, config, range).find();
    }

    /** Finds those that every shard needs, whatever its range. */
    static List<Wanted> shared(GgufFile gguf, ModelConfig config) {
        ShardTensors tensors = new ShardTensors(gguf, config, LayerRange.whole(config));
        tensors.addShared();
        return List.copyOf(tensors.wanted);
    }

    /** Whether the head uses the embedding's matrix. */
    static boolean tiedHead(GgufFile gguf) {
        return gguf.tensor(HEAD).isEmpty();
    }

    private List<Wanted> find() {
        checkRange();
        List<TensorSpec> layerTensors = Architecture.of(config).layerTensors(config);
        for (int layer = range.first(); layer <= range.last(); layer++) {
            for (TensorSpec spec : layerTensors) {
                add(spec.inLayer(layer));
            }
        }
        addEnds();
        addShared();
        refuseUnused();
        return List.copyOf(wanted);
    }

    private void addShared() {
        if (gguf.tensor(Rope.FACTORS).isPresent()) {
            List<Long> shape = List.of(config.ropeDimensions() / 2L);
            add(new TensorSpec(Rope.FACTORS, shape, TensorSpec.Use.VECTOR));
        }
    }

    private void checkRange() {
        int last = config.layerCount() - 1;
        if (range.last() > last) {
            throw new ModelException(
                    "%s: layers %d..%d, want a range of 0..%d"
                            .formatted(config.file(), range.first(), range.last(), last));
        }
        if (range.embedding() && range.first() != 0) {
            throw new ModelException(
                    "%s: layers %d..%d with the embedding, want it before layer 0 only"
                            .formatted(config.file(), range.first(), range.last()));
        }
        if (range.head() && range.last() != last) {
            throw new ModelException(
                    "%s: layers %d..%d with the head, want it after layer %d only"
                            .formatted(config.file(), range.first(), range.last(), last));
        }
    }

    private void addEnds() {
        boolean tied = range.head() && tiedHead(gguf);
        List<Long> matrix = List.of((long) config.embeddingSize(), (long) config.vocabularySize());
        if (range.embedding() || tied) {
            TensorSpec.Use use = tied ? tiedUse() : TensorSpec.Use.LOOKUP;
            add(new TensorSpec(Architecture.EMBEDDING, matrix, use));
        }
        if (range.head()) {
            add(TensorSpec.norm(OUTPUT_NORM, config.embeddingSize()));
            if (!tied) {
                add(new TensorSpec(HEAD, matrix, TensorSpec.Use.PRODUCT));
            }
        }
    }

    private TensorSpec.Use tiedUse() {
        return range.embedding() ? TensorSpec.Use.LOOKUP_AND_PRODUCT : TensorSpec.Use.PRODUCT;
    }

    private void add(TensorSpec spec) {
        TensorInfo info =
                gguf.tensor(spec.name())
                        .orElseThrow(
                                () ->
                                        new ModelException(
                                                "%s: no tensor %s, which architecture %s needs"
                                                        .formatted(
                                                                config.file(),
                                                                spec.name(),
                                                                config.architecture())));
        if (!info.dimensions().equals(spec.dimensions())) {
            throw new ModelException(
                    "%s: tensor %s has shape %s, want %s"
                            .formatted(
                                    config.file(),
                                    spec.name(),
                                    info.dimensions(),
                                    spec.dimensions()));
        }
        if (spec.dimensions().size() == 1 && info.type() != TensorType.F32) {
            throw new ModelException(
                    "%s: tensor %s is %s, want F32 as all norms and biases"
                            .formatted(config.file(), spec.name(), info.type()));
        }
        if (NOT_WEIGHTS.contains(info.type())) {
            throw new ModelException(
                    "%s: tensor %s is %s, want a type that ggml multiplies, as F16 or Q8_0"
                            .formatted(config.file(), spec.name(), info.type()));
        }
        wanted.add(new Wanted(info, spec.use()));
    }

    private void refuseUnused() {
        Set<String> used = new HashSet<>();
        wanted.forEach(tensor -> used.add(tensor.info().name()));
        for (TensorInfo info : gguf.tensors()) {
            if (isOurs(info)
                    && !used.contains(info.name())
                    && !info.name().contains(OLD_FREQUENCIES)) {
                throw new ModelException(
                        "%s: tensor %s is not part of architecture %s as Boltmesh computes it"
                                .formatted(config.file(), info.name(), config.architecture()));
            }
        }
    }

    /** Whether it belongs to a layer or an end of the range. */
    private boolean isOurs(TensorInfo info) {
        Matcher layer = LAYER.matcher(info.name());
        if (layer.matches()) {
            int index = Integer.parseInt(layer.group(1));
            return index >= range.first() && index <= range.last();
        }
        return (range.embedding() && info.name().startsWith("token_"))
                || (range.head() && info.name().startsWith(OUTPUT));
    }
}
