package org.boltmesh.bootstrap.metrics;

import java.util.Locale;

/** How a call for an answer ended. */
public enum Outcome {
    /** With all that was asked for. */
    ANSWERED,
    /** The client hung up, or was too slow. */
    CANCELLED,
    /** There is no such model. */
    UNKNOWN_MODEL,
    /** Too many wait already. */
    QUEUE_FULL,
    /** The model cannot do what was asked. */
    INVALID,
    /** The model is loading, lost, or the node is stopping. */
    UNAVAILABLE,
    /** By a defect. */
    FAILED;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
