package org.boltmesh.shards.model;

import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.Device;
import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.boltmesh.shards.gguf.GgufFile;
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
        if (options.contextMax() > config.contextTrained()) {
            throw new ModelException(
                    "%s: context %d, want 1 to %d, which the model was trained on"
                            .formatted(
                                    config.file(), options.contextMax(), config.contextTrained()));
        }
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
        ShardFootprint.check(config, range, options, tensors);
        Backend backend = Backend.open(device(), options.threads());
        try {
            return load(range, tensors, backend, progress);
        } catch (RuntimeException | Error e) {
            backend.close();
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
        int columnsMax = ShardFootprint.columnsMax(options);
        KernelChoice kernels =
                new KernelChoice(gguf, tensors, backend, options.repacking(), columnsMax);
        Optional<ColumnRule> attention =
                KernelChoice.attention(
                        backend, config, options.kvF32(), columnsMax * config.groupSize());
        StepShape shape =
                new StepShape(
                        kernels.products(), attention.orElse(ColumnRule.ANY), config.groupSize());
        Weights weights = WeightLoader.load(gguf, tensors, backend, kernels, progress);
        boolean bitEqual =
                kernels.bitEqual()
                        && attention.isPresent()
                        && new ReplayProbe(config, options, weights, backend, shape)
                                .bitEqual(range.first());
        LOG.info(
                "layers {}..{} of {} on {}: products {}, attention {}, replay {}",
                range.first(),
                range.last(),
                config.file(),
                library,
                kernels.products(),
                attention,
                bitEqual ? "bit-equal" : "not bit-equal");
        Shard shard = new Shard(config, range, options, backend, weights, shape, bitEqual);
        shard.reserve(largestStep());
        return shard;
    }

    private Step largestStep() {
        Step step = new Step();
        int length = Math.min(options.microBatchMax(), options.contextMax());
        step.add(0, options.contextMax() - length, new int[length], 0, length, true);
        return step;
    }
}
