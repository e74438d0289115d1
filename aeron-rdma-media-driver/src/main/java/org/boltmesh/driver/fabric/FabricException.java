package org.boltmesh.driver.fabric;

/** A description of cables, or a tool's output, that cannot be used; a sentence for people. */
public final class FabricException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what was found, what was wanted and where. */
    public FabricException(String message) {
        super(message);
    }
}
