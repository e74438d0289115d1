package org.boltmesh.bootstrap.gateway;

/** A node cannot serve HTTP; the message says why and what to do. */
public final class GatewayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GatewayException(String message, Throwable cause) {
        super(message, cause);
    }
}
