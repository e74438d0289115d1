package org.boltmesh.shards.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.Graph;
import org.boltmesh.shards.ggml.GraphAllocator;
import org.boltmesh.shards.ggml.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The graph of steps of one shape over a range of layers. It is built once and run for any
 * sequences and positions: only its inputs and the views of the cache change.
 */
final class StepGraph implements AutoCloseable {
    /** Tensors of a layer, beside those of each chunk and block. */
    private static final int NODES_PER_LAYER = 48;

    private static final int NODES_PER_CHUNK = 12;
    private static final int NODES_PER_BLOCK = 16;

    private final ModelConfig config;
    private final StepShape shape;
    private final Graph graph;
    private final Attention attention;
    private final Tensor positions;
    private final @Nullable Tensor tokens;
    private final @Nullable Tensor activations;
    private final @Nullable Tensor outputRows;
    private final Tensor output;

    StepGraph(
            ModelConfig config, LayerRange range, Weights weights, KvCache cache, StepShape shape) {
        this.config = config;
        this.shape = shape;
        this.graph = new Graph(nodesMax(config, range, shape));
        int columns = shape.columnCount();
        this.attention = new Attention(graph, config, cache, shape);
        this.positions = graph.input(graph.tensor1d(Tensor.I32, columns));
        Tensor x;
        if (range.embedding()) {
            this.tokens = graph.input(graph.tensor1d(Tensor.I32, columns));
            this.activations = null;
            x = graph.getRows(weights.get(Architecture.EMBEDDING), tokens);
        } else {
            this.tokens = null;
            x = graph.input(graph.tensor2d(Tensor.F32, config.embeddingSize(), columns));
            this.activations = x;
        }
        Architecture architecture = Architecture.of(config);
        for (int layer = range.first(); layer <= range.last(); layer++) {
            LayerGraph ops = new LayerGraph(graph, config, weights, attention, positions, layer);
            x = architecture.layer(ops, x);
        }
        boolean logits = range.head() && shape.paddedOutputCount() > 0;
        this.outputRows =
                logits ? graph.input(graph.tensor1d(Tensor.I32, shape.paddedOutputCount())) : null;
        this.output = graph.output(outputRows == null ? x : head(weights, x, outputRows));
    }

    private Tensor head(Weights weights, Tensor x, Tensor rows) {
        Tensor normed =
                graph.mul(
                        graph.rmsNorm(graph.getRows(x, rows), config.rmsEpsilon()),
                        weights.get(ShardTensors.OUTPUT_NORM + ".weight"));
        Tensor matrix =
                weights.find(ShardTensors.HEAD)
                        .orElseGet(() -> weights.get(Architecture.EMBEDDING));
        return graph.mulMat(matrix, normed);
    }

    private static int nodesMax(ModelConfig config, LayerRange range, StepShape shape) {
        int blocks = 0;
        for (int chunk = 0; chunk < shape.chunkCount(); chunk++) {
            blocks += Attention.blockCount(config, shape, chunk);
        }
        int perLayer =
                NODES_PER_LAYER + NODES_PER_CHUNK * shape.chunkCount() + NODES_PER_BLOCK * blocks;
        return NODES_PER_LAYER + blocks + perLayer * range.layerCount();
    }

    /** Whether steps of this shape can be run. */
    boolean serves(StepShape other) {
        return shape.sameAs(other);
    }

    /**
     * Gives the graph memory.
     *
     * @throws ModelException naming an operation that the device cannot compute
     */
    void place(GraphAllocator allocator, Backend backend) {
        graph.firstUnsupported(backend.device())
                .ifPresent(
                        operation -> {
                            throw new ModelException(
                                    "%s: device %s cannot compute %s, which architecture %s needs"
                                            .formatted(
                                                    config.file(),
                                                    backend.device(),
                                                    operation,
                                                    config.architecture()));
                        });
        allocator.place(graph);
    }

    /**
     * Computes a step.
     *
     * @param input activations [embedding size, tokens] F32; ignored with an embedding
     * @param scratch native memory of {@link ShardFootprint#inputBytes} bytes
     */
    void run(Step step, MemorySegment input, MemorySegment scratch, Backend backend) {
        attention.moveTo(step);
        setPositions(step, scratch);
        if (tokens != null) {
            setTokens(step, scratch, tokens);
        }
        if (activations != null) {
            setActivations(step, input, scratch, activations);
        }
        if (outputRows != null) {
            setOutputRows(step, scratch, outputRows);
        }
        for (int i = 0; i < attention.blocks().size(); i++) {
            setMask(step, attention.blocks().get(i), scratch);
        }
        backend.compute(graph);
    }

    private void setPositions(Step step, MemorySegment scratch) {
        for (int chunk = 0; chunk < shape.chunkCount(); chunk++) {
            for (int i = 0; i < shape.columns(chunk); i++) {
                scratch.setAtIndex(
                        JAVA_INT, shape.columnStart(chunk) + i, position(step, chunk, i));
            }
        }
        positions.set(scratch, (long) shape.columnCount() * Integer.BYTES);
    }

    /** Padding repeats the chunk's last token. */
    private int position(Step step, int chunk, int row) {
        return step.position(chunk) + Math.min(row, shape.length(chunk) - 1);
    }

    private void setTokens(Step step, MemorySegment scratch, Tensor target) {
        for (int chunk = 0; chunk < shape.chunkCount(); chunk++) {
            for (int i = 0; i < shape.columns(chunk); i++) {
                int index = step.start(chunk) + Math.min(i, shape.length(chunk) - 1);
                scratch.setAtIndex(JAVA_INT, shape.columnStart(chunk) + i, step.token(index));
            }
        }
        target.set(scratch, (long) shape.columnCount() * Integer.BYTES);
    }

    private void setActivations(
            Step step, MemorySegment input, MemorySegment scratch, Tensor target) {
        long row = (long) config.embeddingSize() * Float.BYTES;
        scratch.asSlice(0, row * shape.columnCount()).fill((byte) 0);
        for (int chunk = 0; chunk < shape.chunkCount(); chunk++) {
            MemorySegment.copy(
                    input,
                    step.start(chunk) * row,
                    scratch,
                    shape.columnStart(chunk) * row,
                    step.length(chunk) * row);
        }
        target.set(scratch, row * shape.columnCount());
    }

    private void setOutputRows(Step step, MemorySegment scratch, Tensor target) {
        int row = 0;
        for (int chunk = 0; chunk < shape.chunkCount(); chunk++) {
            if (step.wantsLogits(chunk)) {
                int last = shape.columnStart(chunk) + shape.length(chunk) - 1;
                scratch.setAtIndex(JAVA_INT, row++, last);
            }
        }
        while (row < shape.paddedOutputCount()) {
            scratch.setAtIndex(JAVA_INT, row++, 0);
        }
        target.set(scratch, (long) row * Integer.BYTES);
    }

    private void setMask(Step step, Attention.Block block, MemorySegment scratch) {
        int cells = shape.cells(block.chunk());
        for (int row = 0; row < block.rowCount(); row++) {
            int last = position(step, block.chunk(), block.rowStart() + row);
            long start = (long) row * cells;
            for (int cell = 0; cell < cells; cell++) {
                scratch.setAtIndex(
                        JAVA_FLOAT, start + cell, cell <= last ? 0 : Float.NEGATIVE_INFINITY);
            }
        }
        block.mask().set(scratch, (long) block.rowCount() * cells * Float.BYTES);
    }

    /** Copies row {@code row} of the result: logits or activations. */
    void outputRow(int row, MemorySegment destination) {
        long bytes = output.dimension(0) * Float.BYTES;
        output.get(destination, row * bytes, bytes);
    }

    /** Copies the activations of the step's tokens without padding: [embedding size, tokens]. */
    void activations(Step step, MemorySegment destination) {
        long row = (long) config.embeddingSize() * Float.BYTES;
        for (int chunk = 0; chunk < shape.chunkCount(); chunk++) {
            output.get(
                    destination.asSlice(step.start(chunk) * row),
                    shape.columnStart(chunk) * row,
                    step.length(chunk) * row);
        }
    }

    @Override
    public void close() {
        graph.close();
    }
}
