package org.boltmesh.shards.model;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.ggml.Buffer;
import org.boltmesh.shards.ggml.BufferType;
import org.boltmesh.shards.ggml.Graph;
import org.boltmesh.shards.ggml.Tensor;

/**
 * Keys and values of a shard's layers. Position p of a sequence always lies in its cell p. Keys of
 * a layer are [key row, cells of all sequences], values are stored transposed, [cells, value row,
 * sequences], so that both products run along contiguous memory. The shard owns it.
 */
final class KvCache implements AutoCloseable {
    private final Graph tensors;
    private final Buffer buffer;
    private final List<Tensor> keys = new ArrayList<>();
    private final List<Tensor> values = new ArrayList<>();
    private final LayerRange range;
    private final int cells;
    private final long elementBytes;
    private final long keyRow;
    private final long valueRow;

    KvCache(BufferType memory, ModelConfig config, LayerRange range, ShardOptions options) {
        this.range = range;
        this.cells = StepShape.kvLength(options.contextMax());
        this.elementBytes = elementBytes(options);
        this.keyRow = config.keyRowSize();
        this.valueRow = config.valueRowSize();
        this.tensors = new Graph(2 * range.layerCount() + 2);
        int type = options.kvF32() ? Tensor.F32 : Tensor.F16;
        for (int layer = range.first(); layer <= range.last(); layer++) {
            keys.add(tensors.tensor2d(type, keyRow, (long) cells * options.sequencesMax()));
            values.add(tensors.tensor3d(type, cells, valueRow, options.sequencesMax()));
        }
        try {
            this.buffer = memory.allocate(sizeBytes(config, range, options));
        } catch (Error e) {
            tensors.close();
            throw e;
        }
        place();
        clear();
    }

    private void place() {
        long offset = 0;
        for (int i = 0; i < keys.size(); i++) {
            buffer.place(keys.get(i), offset);
            offset += keys.get(i).sizeBytes();
            buffer.place(values.get(i), offset);
            offset += values.get(i).sizeBytes();
        }
    }

    /** Bytes of the cache of a range of layers. */
    static long sizeBytes(ModelConfig config, LayerRange range, ShardOptions options) {
        long row = (long) config.keyRowSize() + config.valueRowSize();
        return row
                * elementBytes(options)
                * StepShape.kvLength(options.contextMax())
                * options.sequencesMax()
                * range.layerCount();
    }

    /** Bytes that it takes, by the library's own count. */
    long sizeBytes() {
        return buffer.sizeBytes();
    }

    private static long elementBytes(ShardOptions options) {
        return options.kvF32() ? Float.BYTES : Short.BYTES;
    }

    /** Forgets everything: cells that are masked out must hold finite numbers. */
    void clear() {
        buffer.clear();
    }

    /** Forgets one sequence, whose cells lie in one piece in each tensor. */
    void clear(int sequence) {
        for (int i = 0; i < keys.size(); i++) {
            long keyBytes = cells * keyStrideBytes();
            keys.get(i).clear(sequence * keyBytes, keyBytes);
            long valueBytes = valueRow * valueStrideBytes();
            values.get(i).clear(sequence * valueBytes, valueBytes);
        }
    }

    Tensor keys(int layer) {
        return keys.get(layer - range.first());
    }

    Tensor values(int layer) {
        return values.get(layer - range.first());
    }

    int cells() {
        return cells;
    }

    long elementBytes() {
        return elementBytes;
    }

    /** Bytes from a sequence's position in the key tensor to its next. */
    long keyStrideBytes() {
        return keyRow * elementBytes;
    }

    /** Bytes from an element of the value row to the next. */
    long valueStrideBytes() {
        return cells * elementBytes;
    }

    long keyOffsetBytes(int sequence, int position) {
        return ((long) sequence * cells + position) * keyStrideBytes();
    }

    long valueOffsetBytes(int sequence, int position) {
        return (sequence * valueRow * cells + position) * elementBytes;
    }

    @Override
    public void close() {
        buffer.close();
        tensors.close();
    }
}
