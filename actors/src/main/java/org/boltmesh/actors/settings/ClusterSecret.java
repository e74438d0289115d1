package org.boltmesh.actors.settings;

/**
 * What all nodes of a cluster know and nobody else. Its text never appears in a log or an error.
 */
public final class ClusterSecret {
    /** Fewer could be guessed offline by anyone who is shown the certificate made from it. */
    public static final int LENGTH_MIN = 16;

    /** More add nothing. */
    public static final int LENGTH_MAX = 1024;

    private final String text;

    /** A secret of {@link #LENGTH_MIN} to {@link #LENGTH_MAX} characters. */
    public ClusterSecret(String text) {
        if (text.length() < LENGTH_MIN || text.length() > LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "a secret of %d characters, want %d..%d"
                            .formatted(text.length(), LENGTH_MIN, LENGTH_MAX));
        }
        this.text = text;
    }

    /** The secret itself, for deriving keys. */
    public String text() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClusterSecret that && text.equals(that.text);
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
