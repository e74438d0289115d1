package org.boltmesh.shards.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.boltmesh.shards.ggml.Graph;
import org.boltmesh.shards.ggml.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Causal attention of a step's chunks, each over its own sequence's cells. Query heads that share a
 * key head are columns of one product, and long chunks are taken in blocks of rows, so that scores
 * stay below {@link #SCORES_BYTES_MAX}.
 */
final class Attention {
    /** Bytes of scores held at once. */
    static final long SCORES_BYTES_MAX = 64L << 20;

    /** The queries of some columns of a chunk, and the input that masks their scores. */
    record Block(int chunk, int rowStart, int rowCount, Tensor mask) {}

    /**
     * The views of one layer's cache that one chunk writes and reads: they move with its position.
     */
    private record Views(
            Tensor keyTarget,
            Tensor keyCopy,
            Tensor valueTarget,
            Tensor valueCopy,
            Tensor keys,
            Tensor values) {}

    private final Graph graph;
    private final ModelConfig config;
    private final KvCache cache;
    private final StepShape shape;
    private final float scale;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Views> views = new ArrayList<>();

    Attention(Graph graph, ModelConfig config, KvCache cache, StepShape shape) {
        this.graph = graph;
        this.config = config;
        this.cache = cache;
        this.shape = shape;
        this.scale = (float) (1 / Math.sqrt(config.keySize()));
        for (int chunk = 0; chunk < shape.chunkCount(); chunk++) {
            addBlocks(chunk);
        }
    }

    /** Blocks that a chunk is taken in. */
    static int blockCount(ModelConfig config, StepShape shape, int chunk) {
        return shape.blockCount(
                chunk, SCORES_BYTES_MAX / scoreRowBytes(config, shape.cells(chunk)));
    }

    /** Bytes of the scores of one token's queries. */
    static long scoreRowBytes(ModelConfig config, long cells) {
        return cells * config.headCount() * Float.BYTES;
    }

    private void addBlocks(int chunk) {
        int blockCount = blockCount(config, shape, chunk);
        for (int i = 0; i < blockCount; i++) {
            int start = shape.blockStart(chunk, blockCount, i);
            int rows = shape.blockStart(chunk, blockCount, i + 1) - start;
            Tensor mask = graph.input(graph.tensor2d(Tensor.F32, shape.cells(chunk), rows));
            blocks.add(new Block(chunk, start, rows, mask));
        }
    }

    List<Block> blocks() {
        return blocks;
    }

    /**
     * Stores k and v, then attends.
     *
     * @param q [key size, heads, columns]
     * @param k [key size, key heads, columns]
     * @param v [value row, columns]
     * @return [value size * heads, columns]
     */
    Tensor attend(int layer, Tensor q, Tensor k, Tensor v) {
        int viewStart = views.size();
        for (int chunk = 0; chunk < shape.chunkCount(); chunk++) {
            views.add(store(layer, chunk, k, v));
        }
        @Nullable Tensor joined = null;
        for (Block block : blocks) {
            Tensor out = attendBlock(block, views.get(viewStart + block.chunk()), q);
            joined = joined == null ? out : graph.concat(joined, out, 1);
        }
        return Objects.requireNonNull(joined);
    }

    private Views store(int layer, int chunk, Tensor k, Tensor v) {
        int tokens = shape.length(chunk);
        int cells = shape.cells(chunk);
        int start = shape.columnStart(chunk);
        Tensor keyCells = cache.keys(layer);
        Tensor valueCells = cache.values(layer);
        long keyStride = cache.keyStrideBytes();
        long valueStride = cache.valueStrideBytes();

        long keyRow = config.keyRowSize();
        Tensor newKeys =
                graph.view2d(k, keyRow, tokens, k.strideBytes(2), start * k.strideBytes(2));
        Tensor keyTarget = graph.view2d(keyCells, keyRow, tokens, keyStride, 0);
        Tensor keyCopy = graph.expand(graph.cpy(newKeys, keyTarget));

        long valueRow = config.valueRowSize();
        Tensor newValues =
                graph.view2d(v, valueRow, tokens, v.strideBytes(1), start * v.strideBytes(1));
        Tensor valueTarget = graph.view2d(valueCells, tokens, valueRow, valueStride, 0);
        Tensor valueCopy = graph.expand(graph.cpy(graph.transpose(newValues), valueTarget));

        int keyHeads = config.kvHeadCount();
        long keyHeadBytes = config.keySize() * cache.elementBytes();
        long valueHeadBytes = config.valueSize() * valueStride;
        return new Views(
                keyTarget,
                keyCopy,
                valueTarget,
                valueCopy,
                graph.view3d(
                        keyCells, config.keySize(), cells, keyHeads, keyStride, keyHeadBytes, 0),
                graph.view3d(
                        valueCells,
                        cells,
                        config.valueSize(),
                        keyHeads,
                        valueStride,
                        valueHeadBytes,
                        0));
    }

    private Tensor attendBlock(Block block, Views kv, Tensor q) {
        int heads = config.headCount();
        int keyHeads = config.kvHeadCount();
        int rows = block.rowCount();
        long columns = (long) rows * config.groupSize();
        long cells = shape.cells(block.chunk());
        long offset = (shape.columnStart(block.chunk()) + block.rowStart()) * q.strideBytes(2);
        Tensor part =
                graph.view3d(
                        q,
                        config.keySize(),
                        heads,
                        rows,
                        q.strideBytes(1),
                        q.strideBytes(2),
                        offset);
        Tensor queries = graph.cont(graph.swapRowsAndPlanes(part));
        Tensor grouped = graph.reshape3d(queries, config.keySize(), columns, keyHeads);
        Tensor scores = graph.reshape3d(graph.mulMat(kv.keys(), grouped), cells, rows, heads);
        Tensor weights = graph.softMax(scores, block.mask(), scale);
        Tensor mixed =
                graph.mulMat(kv.values(), graph.reshape3d(weights, cells, columns, keyHeads));
        Tensor byHead = graph.reshape3d(mixed, config.valueSize(), rows, heads);
        return graph.cont2d(
                graph.swapRowsAndPlanes(byHead), (long) config.valueSize() * heads, rows);
    }

    /** Points all views at the step's sequences and positions. */
    void moveTo(Step step) {
        for (int i = 0; i < views.size(); i++) {
            int chunk = i % shape.chunkCount();
            int sequence = step.sequence(chunk);
            long key = cache.keyOffsetBytes(sequence, step.position(chunk));
            long value = cache.valueOffsetBytes(sequence, step.position(chunk));
            Views moved = views.get(i);
            moved.keyTarget().moveView(key);
            moved.keyCopy().moveView(key);
            moved.valueTarget().moveView(value);
            moved.valueCopy().moveView(value);
            moved.keys().moveView(cache.keyOffsetBytes(sequence, 0));
            moved.values().moveView(cache.valueOffsetBytes(sequence, 0));
        }
    }
}
