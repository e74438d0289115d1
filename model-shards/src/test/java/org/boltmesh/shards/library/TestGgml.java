package org.boltmesh.shards.library;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The machine that the tests run on, with its own folder below {@code target}. */
final class TestGgml {
    private TestGgml() {}

    static GgmlEnvironment environment() {
        return new GgmlEnvironment(
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                root().resolve("target/ggml-npm"),
                Optional.empty(),
                List.of());
    }

    static Path root() {
        return Path.of(System.getProperty("boltmesh.root", "..")).toAbsolutePath().normalize();
    }
}
