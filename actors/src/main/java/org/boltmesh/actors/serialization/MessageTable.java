package org.boltmesh.actors.serialization;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The types that travel between nodes. Ids, tags and versions are frozen: a released one never gets
 * another meaning, and a type whose components change gets a new version.
 */
public final class MessageTable {
    /** Smaller ids belong to {@link BaseTypes}. */
    public static final int ID_MIN = 100;

    private static final Pattern TAG = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    private final List<Row> rows;
    private final Map<String, Row> byManifest = new HashMap<>();
    private final Map<Class<?>, Row> byType = new HashMap<>();

    private MessageTable(List<Row> rows) {
        this.rows = List.copyOf(rows);
        for (Row row : this.rows) {
            row.manifest().ifPresent(manifest -> byManifest.put(manifest, row));
            byType.put(row.type(), row);
        }
        this.rows.forEach(this::checkComponents);
    }

    /** A table without rows. */
    public static Builder builder() {
        return new Builder();
    }

    /** All rows in their order. */
    public List<Row> rows() {
        return rows;
    }

    /** The message type that a manifest names. */
    Optional<Row> row(String manifest) {
        return Optional.ofNullable(byManifest.get(manifest));
    }

    /** The row of a message's own class. */
    Optional<Row> row(Class<?> type) {
        return Optional.ofNullable(byType.get(type));
    }

    private void checkComponents(Row row) {
        if (row.type().isRecord()) {
            TypeShape.ofComponents(row.type()).forEach(shape -> shape.checkKnown(byType.keySet()));
        }
    }

    /**
     * A type that travels.
     *
     * @param id frozen, unique, at least {@link #ID_MIN}
     * @param type a record or an enum
     * @param manifest {@code tag:version} of a message; absent for a part of messages
     */
    public record Row(int id, Class<?> type, Optional<String> manifest) {}

    /** Collects rows; refuses what could not be told apart. */
    public static final class Builder {
        private final List<Row> rows = new ArrayList<>();
        private final Set<Object> taken = new HashSet<>();

        private Builder() {}

        /** A message, known by its tag and version. */
        public Builder message(
                int id, String tag, int version, Class<? extends RemoteMessage> type) {
            if (!TAG.matcher(tag).matches() || version < 1) {
                throw new IllegalArgumentException(
                        "tag %s, version %d, want small letters and 1 or more: %s"
                                .formatted(tag, version, type.getName()));
            }
            return add(new Row(id, type, Optional.of(tag + ":" + version)));
        }

        /** A record or enum that travels inside messages only. */
        public Builder part(int id, Class<?> type) {
            return add(new Row(id, type, Optional.empty()));
        }

        /** The table. */
        public MessageTable build() {
            return new MessageTable(rows);
        }

        private Builder add(Row row) {
            if (row.id() < ID_MIN || !(row.type().isRecord() || row.type().isEnum())) {
                throw new IllegalArgumentException(
                        "id %d, %s, want an id of at least %d and a record or enum"
                                .formatted(row.id(), row.type().getName(), ID_MIN));
            }
            take(row.id(), row);
            take(row.type(), row);
            row.manifest().ifPresent(manifest -> take(manifest, row));
            rows.add(row);
            return this;
        }

        private void take(Object key, Row row) {
            if (!taken.add(key)) {
                throw new IllegalArgumentException(key + " appears twice in the table: " + row);
            }
        }
    }
}
