package org.boltmesh.shards.engine;

/** What an engine reported, or that it is lost; the message is a sentence for people. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureCode code;

    /** A failure of this kind. */
    public EngineException(FailureCode code, String message) {
        super(message);
        this.code = code;
    }

    /** What kind of failure it is. */
    public FailureCode code() {
        return code;
    }
}
