package org.boltmesh.driver.simulated;

/** The folder of a simulated fabric cannot be used as it is. */
public final class SimulatedFabricException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SimulatedFabricException(String message) {
        super(message);
    }

    SimulatedFabricException(String message, Throwable cause) {
        super("%s (%s)".formatted(message, cause), cause);
    }
}
