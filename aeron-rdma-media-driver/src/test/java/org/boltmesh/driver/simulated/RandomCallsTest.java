package org.boltmesh.driver.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code -Dboltmesh.seed=N} repeats a run. */
class RandomCallsTest {
    private static final long OPERATIONS = Long.getLong("boltmesh.operations", 1_000_000);

    @TempDir Path folder;

    @Test
    @Timeout(300)
    void shouldAnswerAsTheModelDoes() throws IOException {
        long seed = Long.getLong("boltmesh.seed", System.nanoTime());
        System.out.println("RandomCallsTest: -Dboltmesh.seed=" + seed);
        long descriptorsBefore = openFiles();
        int failures;
        try (RandomCalls calls = new RandomCalls(folder, seed)) {
            calls.run(OPERATIONS);
            failures = calls.failures();
        }
        assertThat(failures).isGreaterThan((int) (OPERATIONS / 100));
        assertThat(filesOfProcesses()).isEmpty();
        assertThat(openFiles()).isLessThanOrEqualTo(descriptorsBefore + 10);
    }

    /** What only a process that takes part leaves in the folder. */
    private List<String> filesOfProcesses() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("cables"))
                    .filter(name -> !name.startsWith("device+") && !name.startsWith("cable+"))
                    .toList();
        }
    }

    private static long openFiles() throws IOException {
        Path descriptors = Path.of("/proc/self/fd");
        if (!Files.isDirectory(descriptors)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(descriptors)) {
            return files.count();
        }
    }
}
