package org.boltmesh.shards.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.GraphAllocator;

/**
 * A loaded range of layers with its key/value cache. One thread owns it. A crash of the process
 * loses the cache, which the same tokens fill again to the bit.
 */
public final class Shard implements StepRunner {
    /** Graphs kept for shapes that come again: decoding at several lengths, whole micro-batches. */
    private static final int GRAPHS_KEPT = 8;

    private final ModelConfig config;
    private final LayerRange range;
    private final ShardOptions options;
    private final Backend backend;
    private final Weights weights;
    private final KvCache cache;
    private final GraphAllocator allocator;
    private final StepShape shape;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment scratch;
    private final MemorySegment logitsRow;
    private final Deque<StepGraph> graphs = new ArrayDeque<>();
    private final boolean replayBitEqual;
    private final int[] outputRows = new int[Step.CHUNKS_MAX];
    private Optional<StepGraph> last = Optional.empty();
    private boolean closed;

    /** Takes over backend and weights once it is made, and closes them then. */
    Shard(
            ModelConfig config,
            LayerRange range,
            ShardOptions options,
            Backend backend,
            Weights weights,
            StepShape shape,
            boolean replayBitEqual) {
        this.config = config;
        this.range = range;
        this.options = options;
        this.backend = backend;
        this.weights = weights;
        this.shape = shape;
        this.replayBitEqual = replayBitEqual;
        this.cache = new KvCache(backend.device().bufferType(), config, range, options);
        try {
            this.scratch = arena.allocate(ShardFootprint.inputBytes(config, options), 64);
            this.logitsRow = arena.allocate((long) config.vocabularySize() * Float.BYTES, 64);
        } catch (RuntimeException | Error e) {
            cache.close();
            arena.close();
            throw e;
        }
        this.allocator = new GraphAllocator(backend.device().bufferType());
    }

    @Override
    public ShardInfo info() {
        return new ShardInfo(
                config.architecture(),
                range.first(),
                range.last(),
                config.vocabularySize(),
                options.contextMax(),
                options.sequencesMax(),
                options.microBatchMax(),
                weights.sizeBytes(),
                cache.sizeBytes(),
                allocator.sizeBytes() + scratch.byteSize() + logitsRow.byteSize(),
                backend.device().toString(),
                replayBitEqual);
    }

    @Override
    public LayerRange range() {
        return range;
    }

    @Override
    public int embeddingSize() {
        return config.embeddingSize();
    }

    @Override
    public void run(Step step, MemorySegment activations) {
        check(step);
        last = Optional.empty();
        shape.fill(step);
        StepGraph graph = graphFor(step);
        graph.run(step, activations, scratch, backend);
        last = Optional.of(graph);
        Arrays.fill(outputRows, -1);
        int row = 0;
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            if (range.head() && step.wantsLogits(chunk)) {
                outputRows[chunk] = row++;
            }
        }
    }

    /** Makes scratch memory for a step as large as any, so that none lacks it later. */
    void reserve() {
        int length = Math.min(options.microBatchMax(), options.contextMax());
        Step largest = new Step();
        largest.add(0, options.contextMax() - length, new int[length], 0, length, true);
        shape.fill(largest);
        graph();
    }

    private void check(Step step) {
        if (closed) {
            throw new IllegalStateException("the shard is closed");
        }
        if (step.chunkCount() == 0 || step.tokenCount() > options.microBatchMax()) {
            throw new ModelException(
                    "step of %d tokens, want 1 to %d"
                            .formatted(step.tokenCount(), options.microBatchMax()));
        }
        for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
            check("sequence", step.sequence(chunk), options.sequencesMax() - 1);
            check("position", step.position(chunk), options.contextMax() - step.length(chunk));
        }
        for (int index = 0; range.embedding() && index < step.tokenCount(); index++) {
            check("token id", step.token(index), config.vocabularySize() - 1);
        }
    }

    private static void check(String name, int value, int max) {
        if (value < 0 || value > max) {
            throw new ModelException("%s %d, want 0 to %d".formatted(name, value, max));
        }
    }

    private StepGraph graphFor(Step step) {
        try {
            return graph();
        } catch (OutOfMemoryError e) {
            throw new ModelException(
                    "%s: not enough memory for a step of %d tokens: %s"
                            .formatted(config.file(), step.tokenCount(), e.getMessage()));
        }
    }

    /** A graph for the present shape, from those kept or built anew. */
    private StepGraph graph() {
        Iterator<StepGraph> kept = graphs.iterator();
        while (kept.hasNext()) {
            StepGraph graph = kept.next();
            if (graph.serves(shape)) {
                kept.remove();
                graphs.addFirst(graph);
                return graph;
            }
        }
        StepGraph graph = new StepGraph(config, range, weights, cache, shape.copy());
        place(graph);
        if (graphs.size() == GRAPHS_KEPT) {
            graphs.removeLast().close();
        }
        graphs.addFirst(graph);
        return graph;
    }

    /**
     * Where the allocator grew, or failed to and lost what it had, other graphs lie in no memory.
     */
    private void place(StepGraph graph) {
        long before = allocator.sizeBytes();
        try {
            graph.place(allocator, backend);
        } catch (RuntimeException | Error e) {
            graph.close();
            forgetGraphs();
            throw e;
        }
        if (allocator.sizeBytes() != before) {
            forgetGraphs();
        }
    }

    private void forgetGraphs() {
        graphs.forEach(StepGraph::close);
        graphs.clear();
        last = Optional.empty();
    }

    @Override
    public void logits(int chunk, float[] destination) {
        if (outputRows[chunk] < 0) {
            throw new IllegalArgumentException("chunk " + chunk + " did not ask for logits");
        }
        lastGraph().outputRow(outputRows[chunk], logitsRow);
        MemorySegment.copy(logitsRow, JAVA_FLOAT, 0, destination, 0, config.vocabularySize());
    }

    @Override
    public void activations(Step step, MemorySegment destination) {
        lastGraph().activations(step, destination);
    }

    private StepGraph lastGraph() {
        return last.orElseThrow(() -> new IllegalStateException("no step was run"));
    }

    /**
     * Forgets a sequence's keys and values. Cells that no token looks at must hold finite numbers:
     * after a step whose numbers were none, later texts in the same cells would have none either.
     */
    @Override
    public void forget(int sequence) {
        cache.clear(sequence);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        forgetGraphs();
        allocator.close();
        cache.close();
        weights.close();
        backend.close();
        arena.close();
    }
}
