package org.boltmesh.actors.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FileHashesTest {
    @TempDir Path folder;

    @Test
    void shouldKnowHashesLaterAndKeepThem() throws Exception {
        Path file = Files.writeString(folder.resolve("model"), "abc");
        try (var hashes = new FileHashes(folder.resolve("hashes"))) {
            assertThat(hashes.of(List.of(file))).isEmpty();
            while (hashes.of(List.of(file)).isEmpty()) {
                LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            }
        }
        try (var again = new FileHashes(folder.resolve("hashes"))) {
            assertThat(again.of(List.of(file)))
                    .containsExactly(
                            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        }
    }
}
