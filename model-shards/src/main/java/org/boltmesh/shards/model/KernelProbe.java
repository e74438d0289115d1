package org.boltmesh.shards.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.Buffer;
import org.boltmesh.shards.ggml.BufferType;
import org.boltmesh.shards.ggml.Graph;
import org.boltmesh.shards.ggml.GraphAllocator;
import org.boltmesh.shards.ggml.Tensor;

/**
 * Finds for how many columns a product gives each column the same bits, by computing it: kernels
 * differ between libraries, types, sizes and numbers of columns, and none promises this.
 */
final class KernelProbe {
    /** No rule pads to more columns than this, or to a larger multiple. */
    static final int PADDED_MAX = 8;

    /** Rules in the order in which they are liked: the less padding the better. */
    private static final List<ColumnRule> CANDIDATES =
            List.of(
                    new ColumnRule(1, 1, 1),
                    new ColumnRule(2, 1, 1),
                    new ColumnRule(4, 4, 1),
                    new ColumnRule(PADDED_MAX, PADDED_MAX, 1));

    /** Numbers of columns around which kernels change their way. */
    private static final int[] COUNTS = {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128,
        129, 200, 255, 256, 257, 400, 511, 512, 513, 1024, 2048, 4096
    };

    /** A rule that holds for fewer columns than this is no use. */
    private static final int COLUMNS_LEAST = 32;

    /** Different columns at most: a prime, so that neighbours differ at every number of columns. */
    private static final int COLUMNS_DIFFERENT = 61;

    /** Elements of all different columns at most, whatever the model: 64 MiB of heap. */
    private static final int INPUT_ELEMENTS_MAX = 16 << 20;

    private static final long SEED = 0xb017;

    private final Backend backend;
    private final BufferType memory;
    private final int type;
    private final long inner;
    private final MemorySegment rows;
    private final int rowCount;
    private final int columnsMax;
    private final float[] input;

    /**
     * A probe of {@code W x}.
     *
     * @param memory where W lies
     * @param type of W
     * @param inner columns of W and size of x
     * @param rows bytes of W's rows, in native memory
     * @param rowCount rows of W
     * @param columnsMax columns of x that are asked for at most
     */
    KernelProbe(
            Backend backend,
            BufferType memory,
            int type,
            long inner,
            MemorySegment rows,
            int rowCount,
            int columnsMax) {
        this.backend = backend;
        this.memory = memory;
        this.type = type;
        this.inner = inner;
        this.rows = rows;
        this.rowCount = rowCount;
        this.columnsMax = columnsMax;
        this.input = gaussian(Math.toIntExact(inner * columnsDifferent(inner)));
    }

    /** Columns that the input has before it begins again. */
    static int columnsDifferent(long inner) {
        return Math.clamp(INPUT_ELEMENTS_MAX / inner, 2, COLUMNS_DIFFERENT);
    }

    private static float[] gaussian(int count) {
        Random random = new Random(SEED);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextGaussian();
        }
        return numbers;
    }

    /** The most liked rule that holds; empty where none does for a useful number of columns. */
    Optional<ColumnRule> find() {
        int most = 0;
        Optional<ColumnRule> best = Optional.empty();
        for (ColumnRule candidate : CANDIDATES) {
            int maximum = holdsUpTo(candidate);
            if (maximum > most) {
                most = maximum;
                best =
                        Optional.of(
                                new ColumnRule(candidate.minimum(), candidate.multiple(), maximum));
            }
            if (maximum >= columnsMax) {
                break;
            }
        }
        int least = Math.min(COLUMNS_LEAST, columnsMax);
        return best.filter(rule -> rule.maximum() >= least);
    }

    /** The largest number of columns up to which each has the bits it has alone. */
    private int holdsUpTo(ColumnRule candidate) {
        int[] counts =
                IntStream.concat(Arrays.stream(COUNTS), IntStream.of(columnsMax))
                        .filter(count -> count <= columnsMax)
                        .map(candidate::pad)
                        .sorted()
                        .distinct()
                        .toArray();
        int good = 0;
        Map<Integer, float[]> alone = new HashMap<>();
        for (int count : counts) {
            if (count > columnsMax
                    || !allAsAlone(multiply(0, count), count, alone, candidate.pad(1))) {
                break;
            }
            good = count;
        }
        return good;
    }

    private boolean allAsAlone(
            float[] together, int count, Map<Integer, float[]> alone, int columnsAlone) {
        for (int number : COUNTS) {
            int column = number - 1;
            if (column >= count) {
                return true;
            }
            float[] single = alone.computeIfAbsent(column, first -> multiply(first, columnsAlone));
            int from = column * rowCount;
            if (Arrays.mismatch(single, 0, rowCount, together, from, from + rowCount) >= 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@code W x} for {@code count} columns of the input from {@code first} on, wrapping around.
     */
    private float[] multiply(int first, int count) {
        try (Graph graph = new Graph(8);
                Arena arena = Arena.ofConfined();
                GraphAllocator allocator = new GraphAllocator(backend.device().bufferType())) {
            Tensor weights = graph.tensor2d(type, inner, rowCount);
            Tensor x = graph.input(graph.tensor2d(Tensor.F32, inner, count));
            Tensor y = graph.output(graph.mulMat(weights, x));
            try (Buffer buffer = memory.allocate(memory.sizeBytes(weights)).forWeights()) {
                buffer.place(weights, 0);
                weights.set(rows, weights.sizeBytes());
                allocator.place(graph);
                x.set(columns(arena, first, count), inner * count * Float.BYTES);
                backend.compute(graph);
                MemorySegment out = arena.allocate((long) rowCount * count * Float.BYTES, 64);
                y.get(out, 0, out.byteSize());
                return out.toArray(JAVA_FLOAT);
            }
        }
    }

    private MemorySegment columns(Arena arena, int first, int count) {
        MemorySegment columns = arena.allocate(inner * count * Float.BYTES, 64);
        for (int i = 0; i < count; i++) {
            int from = (int) ((first + i) % columnsDifferent(inner) * inner);
            MemorySegment.copy(
                    input, from, columns, JAVA_FLOAT, i * inner * Float.BYTES, (int) inner);
        }
        return columns;
    }
}
