package org.boltmesh.shards.synth;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * The elements of one tensor, from its beginning on. They depend on seed, name and size alone, so
 * that a model with fewer layers has the same ones in those that it has.
 */
final class WeightSource {
    /** Half the width of a flat distribution with a deviation of 1. */
    private static final double FLAT = Math.sqrt(3);

    private static final double NORM_SPREAD = 0.25;
    private static final double BIAS_SPREAD = 0.1;

    private final SynthTensor tensor;
    private final ModelShape shape;
    private final SplittableRandom random;
    private final float middle;
    private final float width;
    private long done;

    WeightSource(SynthTensor tensor, ModelShape shape, long seed) {
        this.tensor = tensor;
        this.shape = shape;
        this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + hash(tensor.name()));
        this.middle = tensor.fill() == SynthTensor.Fill.NORM ? 1 : 0;
        this.width = (float) width(tensor);
    }

    private static double width(SynthTensor tensor) {
        return switch (tensor.fill()) {
            case MATRIX -> FLAT / Math.sqrt((double) tensor.columns());
            case NORM -> NORM_SPREAD;
            case BIAS -> BIAS_SPREAD;
            case FREQUENCIES -> 0;
        };
    }

    /** A string's own hash has 32 bits, of which names of layers share many. */
    private static long hash(String name) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }

    /** Writes the next {@code count} elements, which is even but for vectors. */
    void fill(MemorySegment values, long count) {
        if (tensor.fill() == SynthTensor.Fill.FREQUENCIES) {
            fillDivisors(values, count);
            return;
        }
        for (long i = 0; i + 1 < count; i += 2) {
            long bits = random.nextLong();
            values.setAtIndex(JAVA_FLOAT, i, element((int) bits));
            values.setAtIndex(JAVA_FLOAT, i + 1, element((int) (bits >> 32)));
        }
        if (count % 2 != 0) {
            values.setAtIndex(JAVA_FLOAT, count - 1, element(random.nextInt()));
        }
    }

    private float element(int bits) {
        return middle + width * (bits * 0x1p-31f);
    }

    private void fillDivisors(MemorySegment values, long count) {
        Llama3Scaling scaling = shape.ropeScaling().orElseThrow();
        for (long i = 0; i < count; i++) {
            int pair = Math.toIntExact(done++);
            values.setAtIndex(
                    JAVA_FLOAT, i, scaling.divisor(pair, shape.headSize(), shape.ropeTheta()));
        }
    }
}
