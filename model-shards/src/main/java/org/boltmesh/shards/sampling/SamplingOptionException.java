package org.boltmesh.shards.sampling;

/** An option out of its range: the asker's fault. The message names field, value and range. */
public final class SamplingOptionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;

    SamplingOptionException(String field, Object value, String wanted) {
        super("%s %s, want %s".formatted(field, value, wanted));
        this.field = field;
    }

    /** The field as the HTTP API spells it, for example {@code top_p}. */
    public String field() {
        return field;
    }
}
