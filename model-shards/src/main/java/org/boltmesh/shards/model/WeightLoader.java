package org.boltmesh.shards.model;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.Buffer;
import org.boltmesh.shards.ggml.BufferType;
import org.boltmesh.shards.ggml.Tensor;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;

/**
 * Brings weights into memory. They are mapped, ranges of the file as they are, except for those
 * that a faster kernel wants in another layout: these are copied and their map is released, but for
 * an embedding that is the head too. That one stays mapped, for look-ups: of its pages the system
 * keeps those that are looked at, and as long as it likes.
 */
final class WeightLoader {
    private final GgufFile gguf;
    private final Backend backend;
    private final KernelChoice kernels;
    private final LongConsumer progress;
    private final Weights weights;
    private long loadedBytes;

    private WeightLoader(
            GgufFile gguf,
            Backend backend,
            KernelChoice kernels,
            LongConsumer progress,
            Weights weights) {
        this.gguf = gguf;
        this.backend = backend;
        this.kernels = kernels;
        this.progress = progress;
        this.weights = weights;
    }

    /**
     * Loads the tensors.
     *
     * @param progress is told the bytes that are in place so far
     * @throws ModelException when the file cannot be read
     */
    static Weights load(
            GgufFile gguf,
            List<ShardTensors.Wanted> tensors,
            Backend backend,
            KernelChoice kernels,
            LongConsumer progress) {
        Weights weights = new Weights(tensors.size() + 2);
        WeightLoader loader = new WeightLoader(gguf, backend, kernels, progress, weights);
        try {
            loader.loadAll(tensors);
            return weights;
        } catch (RuntimeException | Error e) {
            weights.close();
            throw e;
        }
    }

    private void loadAll(List<ShardTensors.Wanted> tensors) {
        List<TensorInfo> mapped = new ArrayList<>();
        for (ShardTensors.Wanted tensor : tensors) {
            Optional<BufferType> layout = kernels.layout(tensor);
            boolean lookedUp = tensor.use() == TensorSpec.Use.LOOKUP_AND_PRODUCT;
            layout.ifPresent(
                    memory ->
                            copy(
                                    tensor.info(),
                                    memory,
                                    lookedUp ? ShardTensors.HEAD : tensor.info().name()));
            if (layout.isPresent() && !lookedUp) {
                advance(tensor.info());
            } else if (isAligned(tensor.info())) {
                mapped.add(tensor.info());
            } else {
                copy(tensor.info(), backend.device().bufferType(), tensor.info().name());
                advance(tensor.info());
            }
        }
        mapped.sort(
                Comparator.comparingInt(TensorInfo::part)
                        .thenComparingLong(TensorInfo::offsetBytes));
        mapAll(mapped);
    }

    private boolean isAligned(TensorInfo info) {
        return info.offsetBytes() % backend.device().bufferType().alignmentBytes() == 0;
    }

    private void mapAll(List<TensorInfo> sorted) {
        int start = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            if (i == sorted.size() || !adjoin(sorted.get(i - 1), sorted.get(i))) {
                map(sorted.subList(start, i));
                start = i;
            }
        }
    }

    /**
     * Whether there is but padding between two tensors: a map must hold nothing of other shards.
     */
    private boolean adjoin(TensorInfo a, TensorInfo b) {
        return a.part() == b.part()
                && b.offsetBytes() - (a.offsetBytes() + a.sizeBytes()) < gguf.alignmentBytes();
    }

    private void map(List<TensorInfo> adjoining) {
        TensorInfo first = adjoining.getFirst();
        TensorInfo last = adjoining.getLast();
        long size = last.offsetBytes() + last.sizeBytes() - first.offsetBytes();
        MemorySegment memory = TensorMap.map(gguf, first, size, weights.maps());
        long largest = adjoining.stream().mapToLong(TensorInfo::sizeBytes).max().orElse(size);
        Buffer buffer = backend.device().bufferOver(memory, largest).forWeights();
        weights.own(buffer);
        for (TensorInfo info : adjoining) {
            Tensor tensor = declare(info, info.name());
            buffer.place(tensor, info.offsetBytes() - first.offsetBytes());
            advance(info);
        }
    }

    private void copy(TensorInfo info, BufferType memory, String name) {
        Tensor tensor = declare(info, name);
        long size = memory.sizeBytes(tensor);
        Buffer buffer = memory.allocate(size).forWeights();
        weights.own(buffer);
        buffer.place(tensor, 0);
        try (Arena arena = Arena.ofConfined()) {
            tensor.set(TensorMap.map(gguf, info, info.sizeBytes(), arena), info.sizeBytes());
        }
    }

    private Tensor declare(TensorInfo info, String name) {
        return weights.declare(info.type().id(), info.dimensions(), name);
    }

    private void advance(TensorInfo info) {
        loadedBytes += info.sizeBytes();
        progress.accept(loadedBytes);
    }
}
