package org.boltmesh.bootstrap.chat;

/** A node that cannot be asked; the message is a sentence for people. */
public final class ChatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ChatException(String message, Throwable cause) {
        super(message, cause);
    }

    ChatException(String message) {
        super(message);
    }
}
