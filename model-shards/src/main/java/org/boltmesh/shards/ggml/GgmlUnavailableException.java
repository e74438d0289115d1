package org.boltmesh.shards.ggml;

/**
 * No usable ggml library; the message is a sentence for people: which file, what is wrong, the
 * cure.
 */
public final class GgmlUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says which library, what is wrong with it and what would help. */
    public GgmlUnavailableException(String message) {
        super(message);
    }
}
