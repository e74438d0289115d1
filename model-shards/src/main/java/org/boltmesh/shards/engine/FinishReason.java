package org.boltmesh.shards.engine;

/** Why a generation ended without a failure. */
public enum FinishReason {
    /** The model ended its text. */
    STOP,
    /** The wanted number of tokens, or the end of the context, was reached. */
    LENGTH,
    /** It was cancelled. */
    CANCELLED
}
