package org.boltmesh.shards.gguf;

import java.util.regex.Pattern;

/**
 * A GGUF file that cannot be used; the message names the file, the place (byte, key or tensor),
 * what was found there and what was wanted.
 */
public final class GgufException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final int SHOWN_MAX = 100;

    /** Says which file, where, what was found and what was wanted. */
    public GgufException(String message) {
        super(message);
    }

    GgufException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A name from a file, made harmless for terminals and logs. */
    static String shown(String name) {
        String cut = name.length() <= SHOWN_MAX ? name : name.substring(0, SHOWN_MAX) + "...";
        return CONTROL.matcher(cut).replaceAll("?");
    }
}
