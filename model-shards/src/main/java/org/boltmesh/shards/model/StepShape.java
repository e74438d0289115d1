package org.boltmesh.shards.model;

import java.util.Arrays;

/**
 * What a graph for a step depends on: how many columns each chunk takes, how far back it looks, and
 * how many rows of logits are wanted, all padded so that no token's bits depend on its neighbours.
 * Pure; filled again for each step without allocation.
 */
final class StepShape {
    /** Key/value lengths are multiples of this: products over them take one path then. */
    static final int KV_MULTIPLE = 256;

    private final ColumnRule products;
    private final ColumnRule attention;
    private final int groupSize;
    private final int[] lengths = new int[Step.CHUNKS_MAX];
    private final int[] columnStarts = new int[Step.CHUNKS_MAX + 1];
    private final int[] kvLengths = new int[Step.CHUNKS_MAX];
    private int chunkCount;
    private int outputCount;
    private int paddedOutputCount;

    /**
     * An empty shape.
     *
     * @param products rule of the products with weights
     * @param attention rule of the products with keys and with values
     * @param groupSize query heads that share a key/value head, and so are columns of one product
     */
    StepShape(ColumnRule products, ColumnRule attention, int groupSize) {
        this.products = products;
        this.attention = attention;
        this.groupSize = groupSize;
    }

    /** Cells that hold {@code positions} positions. */
    static int kvLength(int positions) {
        return (positions + KV_MULTIPLE - 1) / KV_MULTIPLE * KV_MULTIPLE;
    }

    /** Takes the shape of a step. */
    void fill(Step step) {
        chunkCount = step.chunkCount();
        outputCount = 0;
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            lengths[chunk] = step.length(chunk);
            kvLengths[chunk] = kvLength(step.position(chunk) + step.length(chunk));
            columnStarts[chunk + 1] = columnStarts[chunk] + padForAttention(lengths[chunk]);
            outputCount += step.wantsLogits(chunk) ? 1 : 0;
        }
        padLastForProducts();
        paddedOutputCount = outputCount == 0 ? 0 : products.pad(outputCount);
    }

    private int padForAttention(int tokens) {
        int padded = tokens;
        while (!attention.padsNothing(padded * groupSize)) {
            padded++;
        }
        return padded;
    }

    private void padLastForProducts() {
        int before = columnStarts[chunkCount - 1];
        int last = columnStarts[chunkCount] - before;
        while (!products.padsNothing(before + last)) {
            last = padForAttention(last + 1);
        }
        columnStarts[chunkCount] = before + last;
    }

    /** A copy that later steps do not change. */
    StepShape copy() {
        StepShape copy = new StepShape(products, attention, groupSize);
        copy.chunkCount = chunkCount;
        copy.outputCount = outputCount;
        copy.paddedOutputCount = paddedOutputCount;
        System.arraycopy(lengths, 0, copy.lengths, 0, chunkCount);
        System.arraycopy(kvLengths, 0, copy.kvLengths, 0, chunkCount);
        System.arraycopy(columnStarts, 0, copy.columnStarts, 0, chunkCount + 1);
        return copy;
    }

    /** Whether a graph for the other serves this one. */
    boolean sameAs(StepShape other) {
        return chunkCount == other.chunkCount
                && paddedOutputCount == other.paddedOutputCount
                && Arrays.equals(lengths, 0, chunkCount, other.lengths, 0, chunkCount)
                && Arrays.equals(kvLengths, 0, chunkCount, other.kvLengths, 0, chunkCount);
    }

    /**
     * Blocks of rows that attention takes a chunk in, so that their scores stay below a bound: even
     * ones, so that each satisfies the rule for columns where {@link #splits} says that it can.
     *
     * @param scoreRowsMax query rows whose scores may be held at once; the rule may need more
     */
    int blockCount(int chunk, long scoreRowsMax) {
        int unit = rowUnit(attention, groupSize);
        long allowed = Math.min(scoreRowsMax, attention.maximum() / groupSize);
        long rowsMax = Math.max(allowed, 2L * rowsMin(attention, groupSize)) / unit * unit;
        return (int) ((columns(chunk) + rowsMax - 1) / rowsMax);
    }

    /** First row of a block; that of block {@code blocks} is where the last one ends. */
    int blockStart(int chunk, int blocks, int index) {
        int unit = rowUnit(attention, groupSize);
        long units = columns(chunk) / unit;
        return (int) (units * index / blocks) * unit;
    }

    /** Whether chunks of any length can be taken in blocks that all satisfy a rule. */
    static boolean splits(ColumnRule attention, int groupSize) {
        return attention.maximum() / groupSize >= 2 * rowsMin(attention, groupSize);
    }

    /** Rows of the smallest block that satisfies a rule. */
    static int rowsMin(ColumnRule attention, int groupSize) {
        int unit = rowUnit(attention, groupSize);
        int rows = (attention.minimum() + groupSize - 1) / groupSize;
        return (rows + unit - 1) / unit * unit;
    }

    /** All blocks have multiples of this many rows. */
    private static int rowUnit(ColumnRule attention, int groupSize) {
        int unit = 1;
        while (unit * groupSize % attention.multiple() != 0) {
            unit++;
        }
        return unit;
    }

    /** Chunks of the step. */
    int chunkCount() {
        return chunkCount;
    }

    /** Columns of all products with weights. */
    int columnCount() {
        return columnStarts[chunkCount];
    }

    /** First column of a chunk. */
    int columnStart(int chunk) {
        return columnStarts[chunk];
    }

    /** Columns of a chunk: its tokens and its padding. */
    int columns(int chunk) {
        return columnStarts[chunk + 1] - columnStarts[chunk];
    }

    /** Tokens of a chunk. */
    int length(int chunk) {
        return lengths[chunk];
    }

    /** Cells that a chunk attends to, masked ones included. */
    int cells(int chunk) {
        return kvLengths[chunk];
    }

    /** Rows of logits, with padding; 0 where none are wanted. */
    int paddedOutputCount() {
        return paddedOutputCount;
    }
}
