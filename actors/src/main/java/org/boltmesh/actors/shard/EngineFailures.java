package org.boltmesh.actors.shard;

import java.util.concurrent.CompletionException;
import org.boltmesh.shards.engine.EngineException;
import org.boltmesh.shards.engine.FailureCode;

/** What to make of an engine's failures. */
final class EngineFailures {
    private EngineFailures() {}

    /** The failure that a future reported. */
    static EngineException of(Throwable fault) {
        return switch (fault) {
            case EngineException failure -> failure;
            case CompletionException wrapper when wrapper.getCause() != null ->
                    of(wrapper.getCause());
            default -> new EngineException(FailureCode.INTERNAL, fault.toString());
        };
    }

    /** Whether a new engine would fail to load in the same way. */
    static boolean isFinal(FailureCode code) {
        return switch (code) {
            case MODEL,
                    LIBRARY,
                    INVALID_REQUEST,
                    PROTOCOL,
                    NOT_LOADED,
                    NOT_JOINED,
                    PIPELINE,
                    QUEUE_FULL ->
                    true;
            case LOST, STOPPING, INTERNAL, BUSY, ALREADY_LOADED -> false;
        };
    }
}
