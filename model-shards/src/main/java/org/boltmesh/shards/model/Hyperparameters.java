package org.boltmesh.shards.model;

import java.nio.file.Path;
import java.util.Optional;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.GgufMetadata;

/** Numbers of one architecture in a file's metadata, each checked against its range. */
final class Hyperparameters {
    /** More than any size of any model, and small enough to multiply a few of them. */
    static final int SIZE_MAX = 1 << 24;

    private final Path file;
    private final GgufMetadata metadata;
    private final String architecture;

    Hyperparameters(GgufFile gguf) {
        this.file = gguf.parts().getFirst();
        this.metadata = gguf.metadata();
        this.architecture = metadata.requireString("general.architecture");
    }

    Path file() {
        return file;
    }

    String architecture() {
        return architecture;
    }

    private String key(String name) {
        return architecture + "." + name;
    }

    int size(String name) {
        return size(name, SIZE_MAX);
    }

    int size(String name, int max) {
        long value = metadata.requireInteger(key(name));
        if (value < 1 || value > max) {
            throw failure(name, value, "1 to " + max);
        }
        return (int) value;
    }

    Optional<Integer> optionalSize(String name) {
        return metadata.integer(key(name)).isPresent() ? Optional.of(size(name)) : Optional.empty();
    }

    /** A number that is a positive, finite float; the key must be there. */
    double positive(String name) {
        return positive(name, metadata.requireNumber(key(name)));
    }

    /** As {@link #positive(String)}, or {@code absent}. */
    double positiveOr(String name, double absent) {
        return positive(name, metadata.number(key(name)).orElse(absent));
    }

    private double positive(String name, double value) {
        if (!((float) value > 0) || Float.isInfinite((float) value)) {
            throw failure(name, value, "a finite number above 0");
        }
        return value;
    }

    Optional<String> text(String name) {
        return metadata.string(key(name));
    }

    /** Refuses a switch that another engine would follow and this one does not. */
    void expect(String name, double wanted) {
        double value = metadata.number(key(name)).orElse(wanted);
        if (value != wanted) {
            String cure = shown(wanted) + ": nothing else is computed yet";
            throw failure(name, shown(value), cure);
        }
    }

    private static String shown(double number) {
        return number == Math.rint(number) ? "%.0f".formatted(number) : Double.toString(number);
    }

    /** As {@link #expect(String, double)}, for a truth value. */
    void expect(String name, boolean wanted) {
        boolean value = metadata.bool(key(name)).orElse(wanted);
        if (value != wanted) {
            throw failure(name, value, wanted + ": nothing else is computed yet");
        }
    }

    ModelException failure(String name, Object value, String wanted) {
        return new ModelException(
                "%s, key %s: %s, want %s".formatted(file, key(name), value, wanted));
    }
}
