package org.boltmesh.shards.template;

/**
 * A template that cannot be used, or that refuses a conversation; the message says what was found
 * and what was wanted.
 */
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean cancelled;

    /** Says what is wrong and what was wanted. */
    public TemplateException(String message) {
        super(message);
        cancelled = false;
    }

    TemplateException(String message, Throwable cause) {
        super(message, cause);
        cancelled = false;
    }

    private TemplateException(String message, boolean cancelled) {
        super(message);
        this.cancelled = cancelled;
    }

    static TemplateException cancelled(String message) {
        return new TemplateException(message, true);
    }

    /** Whether the work was cancelled, and its context is lost. */
    boolean isCancelled() {
        return cancelled;
    }
}
