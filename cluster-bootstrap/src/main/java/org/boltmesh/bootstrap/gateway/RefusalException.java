package org.boltmesh.bootstrap.gateway;

/** Ends the reading of a request that is not served. */
final class RefusalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    RefusalException(Refusal refusal) {
        super(refusal.message());
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
