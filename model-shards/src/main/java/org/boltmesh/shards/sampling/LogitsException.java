package org.boltmesh.shards.sampling;

/** Logits that no token can be chosen from: the model or its kernels are at fault. */
public final class LogitsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LogitsException(int position, String problem) {
        super("logits at position %d: %s".formatted(position, problem));
    }
}
