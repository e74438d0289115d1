package org.boltmesh.actors.node;

/** A node cannot start; the message says why and what to do. */
public final class NodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NodeException(String message) {
        super(message);
    }

    NodeException(String message, Throwable cause) {
        super(message, cause);
    }
}
