package org.boltmesh.actors.control;

/** A node cannot be asked, or refuses; the message is a sentence for people, with the cure. */
public final class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says which node, what happened, and what to do. */
    public ControlException(String message) {
        super(message);
    }
}
