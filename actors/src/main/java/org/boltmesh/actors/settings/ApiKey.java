package org.boltmesh.actors.settings;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;

/** What lets a client use the HTTP API. Its text never appears in a log or an error. */
public final class ApiKey {
    /** What a refusal says is wanted. */
    static final String WANTED = "16..1024 visible ASCII characters";

    /** As a header can carry it. */
    private static final Pattern KEY = Pattern.compile("[!-~]{16,1024}");

    private final String text;

    /** A key of 16 to 1024 visible ASCII characters. */
    public ApiKey(String text) {
        if (!isKey(text)) {
            throw new IllegalArgumentException(
                    "a key of %d characters, want %s".formatted(text.length(), WANTED));
        }
        this.text = text;
    }

    static boolean isKey(String text) {
        return KEY.matcher(text).matches();
    }

    /** Whether it is this key; takes the same time wherever the texts differ. */
    public boolean matches(String other) {
        return MessageDigest.isEqual(utf8(text), utf8(other));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ApiKey that && matches(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
