package org.boltmesh.bootstrap;

/** A command cannot do its work; the message is a sentence for people. */
final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandException(String message) {
        super(message);
    }
}
