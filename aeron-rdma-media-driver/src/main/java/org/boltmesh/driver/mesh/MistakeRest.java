package org.boltmesh.driver.mesh;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What follows a mistake of ours: a rest without links, longer after each one. The driver's loop
 * owns it.
 */
final class MistakeRest {
    private static final long FIRST_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int DOUBLINGS_MAX = 6;

    private Optional<RuntimeException> mistake = Optional.empty();
    private int mistakes;
    private boolean isResting;
    private long endNs;

    /** One was met outside of the mesh's turn; only the first is kept. */
    void note(RuntimeException e) {
        mistake = Optional.of(mistake.orElse(e));
    }

    /** Throws what was noted, once. */
    void throwNoted() {
        if (mistake.isPresent()) {
            RuntimeException thrown = mistake.get();
            mistake = Optional.empty();
            throw thrown;
        }
    }

    void begin(long nowNs) {
        isResting = true;
        endNs = nowNs + (FIRST_NS << Math.min(mistakes, DOUBLINGS_MAX));
        mistakes++;
    }

    boolean isResting() {
        return isResting;
    }

    /** Whether the rest ends now. */
    boolean end(long nowNs) {
        boolean ends = isResting && nowNs - endNs >= 0;
        isResting = isResting && !ends;
        return ends;
    }
}
