package org.boltmesh.bootstrap.bench;

/** Nothing can be measured; the message is a sentence for people. */
public final class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchException(String message) {
        super(message);
    }
}
