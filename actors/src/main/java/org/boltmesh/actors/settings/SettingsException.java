package org.boltmesh.actors.settings;

/** A configuration cannot be used; the message names key, value, what was wanted, and the place. */
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SettingsException(String message) {
        super(message);
    }

    SettingsException(String message, Throwable cause) {
        super(message, cause);
    }
}
