package org.boltmesh.process;

/** A child process that could not be started, or died; the message is a sentence for people. */
public final class ChildException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says which process, how it ended, and what its log says. */
    public ChildException(String message) {
        super(message);
    }
}
