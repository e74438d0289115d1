package org.boltmesh.shards.gguf;

/**
 * A GGUF file that cannot be used; the message names the file, the place (byte, key or tensor),
 * what was found there and what was wanted.
 */
public final class GgufException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says which file, where, what was found and what was wanted. */
    public GgufException(String message) {
        super(message);
    }

    GgufException(String message, Throwable cause) {
        super(message, cause);
    }
}
