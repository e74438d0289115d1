package org.boltmesh.shards.model;

/**
 * A model file or a step that cannot be run; the message names subject, value and what was wanted.
 */
public final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong, where, and what was wanted. */
    public ModelException(String message) {
        super(message);
    }
}
