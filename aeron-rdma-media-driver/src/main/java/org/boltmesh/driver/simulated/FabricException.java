package org.boltmesh.driver.simulated;

/** The folder of a simulated fabric cannot be used as it is. */
public final class FabricException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FabricException(String message) {
        super(message);
    }

    FabricException(String message, Throwable cause) {
        super("%s (%s)".formatted(message, cause), cause);
    }
}
