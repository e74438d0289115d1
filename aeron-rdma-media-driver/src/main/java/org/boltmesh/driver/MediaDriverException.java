package org.boltmesh.driver;

/** A media driver that cannot run, or is lost; the message is a sentence for people. */
public final class MediaDriverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what was wrong and what was wanted. */
    public MediaDriverException(String message) {
        super(message);
    }
}
