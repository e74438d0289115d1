package org.boltmesh.shards.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.Buffer;
import org.boltmesh.shards.ggml.BufferType;
import org.boltmesh.shards.ggml.Graph;
import org.boltmesh.shards.ggml.Tensor;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;
import org.boltmesh.shards.gguf.TensorType;

/**
 * Which kernels a shard's products use, and the padding that makes them bit-equal: a layout is
 * taken only when the probe finds that a column's bits depend on nothing but itself. Decided once,
 * before weights are loaded.
 */
final class KernelChoice {
    private static final int ROWS_PROBED = 64;

    /** A layout costs memory for a copy: it must do without padding. */
    private static final int LAYOUT_COLUMNS = 1;

    private record Kind(TensorType type, long inner, int rowCount, boolean layoutAllowed) {}

    private record Choice(Optional<BufferType> layout, Optional<ColumnRule> rule) {}

    private final GgufFile gguf;
    private final Backend backend;
    private final boolean repacking;
    private final int columnsMax;
    private final Map<Kind, Choice> choices = new HashMap<>();
    private final Map<String, Choice> byName = new HashMap<>();

    /**
     * Probes every kind of product among the tensors.
     *
     * @param columnsMax columns that products can have
     */
    KernelChoice(
            GgufFile gguf,
            List<ShardTensors.Wanted> tensors,
            Backend backend,
            boolean repacking,
            int columnsMax) {
        this.gguf = gguf;
        this.backend = backend;
        this.repacking = repacking;
        this.columnsMax = columnsMax;
        for (ShardTensors.Wanted tensor : tensors) {
            if (tensor.multiplied()) {
                byName.put(tensor.info().name(), choose(tensor));
            }
        }
    }

    /**
     * The kind of memory that a product wants a copy of a tensor in; empty where it takes the
     * tensor as it is.
     */
    Optional<BufferType> layout(ShardTensors.Wanted tensor) {
        return Optional.ofNullable(byName.get(tensor.info().name())).flatMap(Choice::layout);
    }

    /** What all products with weights need; {@link ColumnRule#ANY} where one is never bit-equal. */
    ColumnRule products() {
        return byName.values().stream()
                .flatMap(choice -> choice.rule().stream())
                .reduce(ColumnRule.ANY, ColumnRule::and);
    }

    /** Whether all products were found bit-equal. */
    boolean bitEqual() {
        return byName.values().stream().allMatch(choice -> choice.rule().isPresent());
    }

    private Choice choose(ShardTensors.Wanted tensor) {
        TensorInfo info = tensor.info();
        requireSupport(info);
        Optional<BufferType> layout = repacking ? suitableLayout(info) : Optional.empty();
        Kind kind = new Kind(info.type(), info.dimension(0), rowsProbed(info), layout.isPresent());
        return choices.computeIfAbsent(kind, _ -> probe(info, layout));
    }

    private static int rowsProbed(TensorInfo info) {
        return (int) Math.min(ROWS_PROBED, info.dimension(1));
    }

    private Choice probe(TensorInfo info, Optional<BufferType> layout) {
        try (Arena arena = Arena.ofConfined()) {
            int rowCount = rowsProbed(info);
            long bytes = info.type().rowBytes(info.dimension(0)) * rowCount;
            MemorySegment rows = TensorMap.map(gguf, info, bytes, arena);
            Optional<ColumnRule> repacked =
                    layout.flatMap(memory -> probe(memory, info, rows, rowCount))
                            .filter(rule -> rule.minimum() <= LAYOUT_COLUMNS)
                            .filter(rule -> rule.maximum() >= columnsMax);
            return repacked.isPresent()
                    ? new Choice(layout, repacked)
                    : new Choice(
                            Optional.empty(),
                            probe(backend.device().bufferType(), info, rows, rowCount));
        }
    }

    private Optional<ColumnRule> probe(
            BufferType memory, TensorInfo info, MemorySegment rows, int rowCount) {
        int type = info.type().id();
        return new KernelProbe(backend, memory, type, info.dimension(0), rows, rowCount, columnsMax)
                .find();
    }

    /** ggml aborts the process over a product that it cannot compute, so ask first. */
    private void requireSupport(TensorInfo info) {
        try (Graph graph = new Graph(4)) {
            Tensor weights = graph.tensor2d(info.type().id(), info.dimension(0), info.dimension(1));
            Tensor x = graph.tensor2d(Tensor.F32, info.dimension(0), 1);
            if (!backend.device().supports(graph.mulMat(weights, x))) {
                throw new ModelException(
                        "%s, tensor %s: device %s cannot multiply %s, want another quantisation"
                                .formatted(
                                        gguf.parts().get(info.part()),
                                        info.name(),
                                        backend.device(),
                                        info.type()));
            }
        }
    }

    private Optional<BufferType> suitableLayout(TensorInfo info) {
        return backend.device().repackingBufferTypes().stream()
                .filter(memory -> suits(memory, info))
                .findFirst();
    }

    private boolean suits(BufferType memory, TensorInfo info) {
        try (Graph graph = new Graph(4);
                Buffer empty = memory.allocate(0)) {
            Tensor weights = graph.tensor2d(info.type().id(), info.dimension(0), info.dimension(1));
            Tensor x = graph.tensor2d(Tensor.F32, info.dimension(0), 512);
            return empty.suits(backend.device(), graph.mulMat(weights, x), weights);
        }
    }

    /**
     * What attention's products need, over keys of a size and over any number of values.
     *
     * @param columnsMax columns that the products can have
     */
    static Optional<ColumnRule> attention(
            Backend backend, ModelConfig config, boolean kvF32, int columnsMax) {
        int kv = StepShape.KV_MULTIPLE;
        Optional<ColumnRule> keys = attention(backend, kvF32, config.keySize(), kv, columnsMax);
        Optional<ColumnRule> values = attention(backend, kvF32, kv, config.valueSize(), columnsMax);
        Optional<ColumnRule> longValues =
                attention(backend, kvF32, 2 * kv, config.valueSize(), columnsMax);
        return keys.flatMap(rule -> values.map(rule::and))
                .flatMap(rule -> longValues.map(rule::and));
    }

    private static Optional<ColumnRule> attention(
            Backend backend, boolean kvF32, int inner, int rowCount, int columnsMax) {
        try (Arena arena = Arena.ofConfined()) {
            long elements = (long) inner * rowCount;
            MemorySegment rows = arena.allocate(elements * Float.BYTES, 64);
            Random random = new Random(inner);
            for (long i = 0; i < elements; i++) {
                float value = (float) random.nextGaussian();
                if (kvF32) {
                    rows.setAtIndex(JAVA_FLOAT, i, value);
                } else {
                    rows.setAtIndex(JAVA_SHORT, i, Float.floatToFloat16(value));
                }
            }
            int type = kvF32 ? Tensor.F32 : Tensor.F16;
            BufferType memory = backend.device().bufferType();
            return new KernelProbe(backend, memory, type, inner, rows, rowCount, columnsMax).find();
        }
    }
}
