package org.boltmesh.shards.library;

/** Nothing was installed; the message says why and what would help. */
public final class InstallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InstallException(String message) {
        super(message);
    }

    InstallException(String message, Throwable cause) {
        super(message, cause);
    }
}
