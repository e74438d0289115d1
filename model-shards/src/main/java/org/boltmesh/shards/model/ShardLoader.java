package org.boltmesh.shards.model;

import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.Device;
import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads shards: checks the file, counts memory, probes kernels, maps weights. */
public final class ShardLoader {
    private static final Logger LOG = LoggerFactory.getLogger(ShardLoader.class);

    private final GgmlLibrary library;
    private final GgufFile gguf;
    private final ModelConfig config;
    private final ShardOptions options;

    /**
     * A loader of one file.
     *
     * @throws ModelException when the model is not one that we compute or the options ask too much
     */
    public ShardLoader(GgmlLibrary library, GgufFile gguf, ShardOptions options) {
        this.library = library;
        this.gguf = gguf;
        this.config = ModelConfig.of(gguf);
        this.options = options;
        config.checkContext(options.contextMax());
    }

    /** The model's hyperparameters. */
    public ModelConfig config() {
        return config;
    }

    /**
     * Loads a range of layers.
     *
     * @param progress is told the bytes of weights in place so far
     * @throws ModelException naming the tensor that is wrong, or the memory that is missing
     */
    public Shard load(LayerRange range, LongConsumer progress) {
        List<ShardTensors.Wanted> tensors = ShardTensors.of(gguf, config, range);
        checkTypes(tensors);
        ShardFootprint.check(config, range, options, tensors);
        try {
            return load(range, tensors, progress);
        } catch (OutOfMemoryError e) {
            throw new ModelException(
                    "%s: not enough memory: %s; ask for a smaller context, or run fewer layers here"
                            .formatted(config.file(), e.getMessage()));
        }
    }

    private Shard load(LayerRange range, List<ShardTensors.Wanted> tensors, LongConsumer progress) {
        Backend backend = Backend.open(device(), options.threads());
        Shard shard;
        try {
            shard = load(range, tensors, backend, progress);
        } catch (RuntimeException | Error e) {
            backend.close();
            throw e;
        }
        try {
            shard.reserve();
            return shard;
        } catch (RuntimeException | Error e) {
            shard.close();
            throw e;
        }
    }

    private Device device() {
        return library.device(Device.Kind.GPU)
                .or(() -> library.device(Device.Kind.CPU))
                .orElseThrow(
                        () ->
                                new GgmlUnavailableException(
                                        library + " has neither a GPU nor a CPU backend"));
    }

    private Shard load(
            LayerRange range,
            List<ShardTensors.Wanted> tensors,
            Backend backend,
            LongConsumer progress) {
        KernelChoice kernels =
                new KernelChoice(
                        gguf,
                        tensors,
                        backend,
                        options.repacking(),
                        ShardFootprint.columnsMax(options));
        ShardOptions fitted = fitted(kernels.products());
        int columnsMax = ShardFootprint.columnsMax(fitted);
        int groupSize = config.groupSize();
        Optional<ColumnRule> attention =
                KernelChoice.attention(backend, config, options.kvF32(), columnsMax * groupSize)
                        .filter(rule -> StepShape.splits(rule, groupSize));
        StepShape shape =
                new StepShape(kernels.products(), attention.orElse(ColumnRule.ANY), groupSize);
        boolean kernelsEqual =
                kernels.bitEqual()
                        && columnsMax <= kernels.products().maximum()
                        && attention.isPresent();
        Weights weights = WeightLoader.load(gguf, tensors, backend, kernels, progress);
        try {
            boolean bitEqual =
                    kernelsEqual
                            && new ReplayProbe(config, fitted, weights, backend, shape)
                                    .bitEqual(range.first());
            LOG.info(
                    "layers {}..{} of {} on {}: products {}, attention {}, replay {}",
                    range.first(),
                    range.last(),
                    config.file(),
                    backend.device(),
                    kernels.products(),
                    attention,
                    bitEqual ? "bit-equal" : "not bit-equal");
            return new Shard(config, range, fitted, backend, weights, shape, bitEqual);
        } catch (RuntimeException | Error e) {
            weights.close();
            throw e;
        }
    }

    /** Shorter steps where products are bit-equal for fewer columns than asked for. */
    private ShardOptions fitted(ColumnRule products) {
        int tokens = products.maximum() - ShardFootprint.paddingMax(options);
        return tokens >= 1 && tokens < options.microBatchMax()
                ? options.withMicroBatchMax(tokens)
                : options;
    }

    /** Refuses types that ggml would abort over, since it is older than the file. */
    private void checkTypes(List<ShardTensors.Wanted> tensors) {
        for (ShardTensors.Wanted tensor : tensors) {
            TensorType type = tensor.info().type();
            if (!library.hasType(type.id(), type.blockElements(), type.blockBytes())) {
                throw new ModelException(
                        "%s: tensor %s is %s, which %s does not know, want a newer ggml"
                                .formatted(config.file(), tensor.info().name(), type, library));
            }
        }
    }
}
