package org.boltmesh.shards.tokenizer;

import org.boltmesh.shards.gguf.GgufException;

/**
 * A vocabulary that cannot be used, or a native tokenizer library that cannot be loaded; the
 * message names the subject, the value and what was wanted.
 */
public final class TokenizerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong, where, and what was wanted. */
    public TokenizerException(String message) {
        super(message);
    }

    TokenizerException(GgufException brokenRule) {
        super(brokenRule.getMessage());
    }

    TokenizerException(String message, Throwable cause) {
        super(message, cause);
    }
}
