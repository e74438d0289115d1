package org.boltmesh.shards.pipeline;

/**
 * The order in which a stage takes steps: the next one, or the present one again. Pure.
 *
 * <p>A head plans a step only after it knows how the one before ended, so a next plan ends a
 * present step that this stage could not finish.
 */
final class StepOrder {
    enum Decision {
        /** The next step. */
        TAKE,
        /** The present step, once more. */
        REPEAT,
        /** A step of before. */
        STALE,
        /** A step that does not follow. */
        GAP
    }

    private long planned;
    private long concluded;

    Decision decide(long step) {
        if (step == planned + 1) {
            return Decision.TAKE;
        }
        if (step == planned && step > 0) {
            return Decision.REPEAT;
        }
        return step <= planned ? Decision.STALE : Decision.GAP;
    }

    /** The present step is the next now. */
    void take() {
        planned++;
    }

    /** The present step ended, one way or another. */
    void conclude() {
        concluded = planned;
    }

    /** Whether the present step is still to be run. */
    boolean isPending() {
        return concluded != planned;
    }

    /** Whether activations of a step can be of use: of the present one or of the next. */
    boolean canUse(long step) {
        return step == planned + 1 || (step == planned && isPending());
    }

    long planned() {
        return planned;
    }
}
