package org.boltmesh.actors.shard;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;

/** Test data beside the project. Missing data skips a test aloud. */
final class SharedData {
    private static final Path FOLDER =
            Path.of(System.getProperty("boltmesh.root", "..")).resolve("../shared").normalize();

    private SharedData() {}

    /** The file at {@code relative}; aborts the calling test where it is missing. */
    static Path require(String relative) {
        Path path = FOLDER.resolve(relative);
        if (!Files.exists(path)) {
            System.err.println("SKIPPED: no test data at " + path);
            abort("no test data at " + path);
        }
        return path;
    }
}
