package org.boltmesh.driver.simulated;

/** Whether a fault meets a message: a function of nothing but the arguments. */
final class FaultDraw {
    /** What is drawn for; each has draws of its own. */
    enum Kind {
        LOSS(0),
        DAMAGE(1),
        DUPLICATION(2),
        REORDERING(3),
        DELAY(4),
        DAMAGED_BIT(5);

        private final int stream;

        Kind(int stream) {
            this.stream = stream;
        }
    }

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private FaultDraw() {}

    static boolean hits(long seed, Side direction, long message, Kind kind, int ppm) {
        return ppm > 0 && draw(seed, direction, message, kind, 1_000_000) < ppm;
    }

    /** A number from 0 to {@code bound - 1}. */
    static long draw(long seed, Side direction, long message, Kind kind, long bound) {
        long stream = kind.stream * 2L + direction.index();
        long mixed = mix(mix(seed + GOLDEN * (stream + 1)) + GOLDEN * (message + 1));
        return Long.remainderUnsigned(mixed, bound);
    }

    /** SplitMix64's finalizer: every bit of the input moves every bit of the output. */
    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
