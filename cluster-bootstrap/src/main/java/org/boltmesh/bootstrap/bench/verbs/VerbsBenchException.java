package org.boltmesh.bootstrap.bench.verbs;

/** Nothing can be measured; the message is a sentence for people. */
public final class VerbsBenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public VerbsBenchException(String message) {
        super(message);
    }

    public VerbsBenchException(String message, Throwable cause) {
        super(message, cause);
    }

    /** For loops that nothing else interrupts. */
    public static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
