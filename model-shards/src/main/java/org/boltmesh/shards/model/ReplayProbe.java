package org.boltmesh.shards.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.GraphAllocator;

/**
 * Runs a loaded layer over the same activations cut and batched in different ways, across a border
 * of {@link StepShape#KV_MULTIPLE} cells, and compares the bits.
 */
final class ReplayProbe {
    private static final long SEED = 0xb017;
    private static final int POSITIONS = StepShape.KV_MULTIPLE + 24;

    /** Positions that are run in batches, across the border of cells. */
    private static final int BATCHED_POSITIONS = 40;

    /** Positions between one sequence of a batch and the next. */
    private static final int LAG = 3;

    /** Lengths of the chunks that the positions are cut into, taken in turn. */
    private static final int[] CUTS = {1, 2, 61, 1, 1, 7, 64, 3, 1, 100, 1, 1, 5, 1, 1, 1};

    private final ModelConfig config;
    private final ShardOptions options;
    private final Weights weights;
    private final Backend backend;
    private final StepShape shape;

    ReplayProbe(
            ModelConfig config,
            ShardOptions options,
            Weights weights,
            Backend backend,
            StepShape shape) {
        this.config = config;
        // The cache of a long context is gigabytes, of which a probe looks at little.
        this.options = options.withContextMax(Math.min(POSITIONS, options.contextMax()));
        this.weights = weights;
        this.backend = backend;
        this.shape = shape;
    }

    /** Whether all ways give the same bits. */
    boolean bitEqual(int layer) {
        LayerRange range = new LayerRange(layer, layer, false, false);
        try (Run run = new Run(range, options.contextMax())) {
            run.wholeMicroBatches();
            run.compareFromNowOn();
            run.cut();
            run.batched();
            return run.allSame();
        }
    }

    /** One layer with a cache of its own. */
    private final class Run implements AutoCloseable {
        private final Arena arena = Arena.ofConfined();
        private final LayerRange range;
        private final int positions;
        private final long rowBytes = (long) config.embeddingSize() * Float.BYTES;
        private final KvCache cache;
        private final GraphAllocator allocator = new GraphAllocator(backend.device().bufferType());
        private final MemorySegment input;
        private final MemorySegment expected;
        private final MemorySegment stepRows;
        private final MemorySegment scratch;
        private final Step step = new Step();
        private final int[] tokens;
        private boolean comparing;
        private boolean same = true;

        Run(LayerRange range, int positions) {
            this.range = range;
            this.positions = positions;
            this.tokens = new int[positions];
            try {
                this.input = arena.allocate(positions * rowBytes, 64);
                this.expected = arena.allocate(positions * rowBytes, 64);
                int columnsMax = ShardFootprint.columnsMax(options);
                this.stepRows = arena.allocate(columnsMax * rowBytes, 64);
                this.scratch = arena.allocate(ShardFootprint.inputBytes(config, options), 64);
                this.cache = new KvCache(backend.device().bufferType(), config, range, options);
            } catch (RuntimeException | Error e) {
                allocator.close();
                arena.close();
                throw e;
            }
            Random random = new Random(SEED);
            for (long i = 0; i < input.byteSize() / Float.BYTES; i++) {
                input.setAtIndex(JAVA_FLOAT, i, (float) random.nextGaussian());
            }
        }

        void wholeMicroBatches() {
            fill(0, positions);
        }

        private void fill(int sequence, int until) {
            for (int from = 0; from < until; from += options.microBatchMax()) {
                step.clear();
                add(sequence, from, Math.min(options.microBatchMax(), until - from));
                compute();
            }
        }

        void cut() {
            int cut = 0;
            for (int from = 0; from < positions; ) {
                int length = Math.min(CUTS[cut++ % CUTS.length], options.microBatchMax());
                length = Math.min(length, positions - from);
                step.clear();
                add(options.sequencesMax() - 1, from, length);
                compute();
                from += length;
            }
        }

        /** All sequences at once over the last positions, each some behind the one before. */
        void batched() {
            int sequences = Math.min(options.sequencesMax(), options.microBatchMax());
            int start = Math.max(0, positions - BATCHED_POSITIONS);
            for (int sequence = 0; sequence < sequences; sequence++) {
                fill(sequence, start);
            }
            for (int head = start; head < positions + LAG * (sequences - 1); head++) {
                step.clear();
                for (int sequence = 0; sequence < sequences; sequence++) {
                    int position = head - LAG * sequence;
                    if (position >= start && position < positions) {
                        add(sequence, position, 1);
                    }
                }
                compute();
            }
        }

        private void add(int sequence, int position, int length) {
            MemorySegment.copy(
                    input,
                    position * rowBytes,
                    stepRows,
                    step.tokenCount() * rowBytes,
                    length * rowBytes);
            step.add(sequence, position, tokens, 0, length, false);
        }

        private void compute() {
            shape.fill(step);
            try (StepGraph graph = new StepGraph(config, range, weights, cache, shape.copy())) {
                graph.place(allocator, backend);
                graph.run(step, stepRows, scratch, backend);
                graph.activations(step, stepRows);
            }
            for (int chunk = 0; chunk < step.chunkCount(); chunk++) {
                MemorySegment rows = slice(stepRows, step.start(chunk), step.length(chunk));
                MemorySegment kept = slice(expected, step.position(chunk), step.length(chunk));
                if (comparing) {
                    same &= rows.mismatch(kept) < 0;
                } else {
                    kept.copyFrom(rows);
                }
            }
        }

        private MemorySegment slice(MemorySegment rows, int first, int count) {
            return rows.asSlice(first * rowBytes, count * rowBytes);
        }

        void compareFromNowOn() {
            comparing = true;
        }

        boolean allSame() {
            return same;
        }

        @Override
        public void close() {
            allocator.close();
            cache.close();
            arena.close();
        }
    }
}
