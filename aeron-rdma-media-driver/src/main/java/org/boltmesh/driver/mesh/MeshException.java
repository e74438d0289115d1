package org.boltmesh.driver.mesh;

/** What a peer or control said cannot be used. */
public final class MeshException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MeshException(String message) {
        super(message);
    }
}
