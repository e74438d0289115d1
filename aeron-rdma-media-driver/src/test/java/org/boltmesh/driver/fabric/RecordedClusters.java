package org.boltmesh.driver.fabric;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Clusters of Macs recorded beside the project. Missing ones skip a test aloud. */
final class RecordedClusters {
    private static final Path FOLDER =
            Path.of(System.getProperty("boltmesh.root", ".."))
                    .resolve("../shared/fixtures/thunderbolt")
                    .normalize();

    private RecordedClusters() {}

    static Path require(String name) {
        Path path = FOLDER.resolve(name);
        if (!Files.exists(path)) {
            System.err.println("SKIPPED: no test data at " + path);
            abort("no test data at " + path);
        }
        return path;
    }

    static List<Path> all() {
        require("A-mesh4");
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<NodeFacts> facts(Path cluster) {
        return RecordedOutputs.read(cluster).stream().map(NodeReport::read).toList();
    }

    static Diagnosis diagnosis(String cluster) {
        return Diagnosis.of(facts(require(cluster)));
    }
}
