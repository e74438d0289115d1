package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartialFilesTest {
    @TempDir Path parent;

    @Test
    void shouldBePrivateAndGoneAfterwards() throws Exception {
        Path folder;
        try (PartialFiles partial = PartialFiles.in(parent)) {
            folder = partial.folder();
            assertThat(Files.getPosixFilePermissions(folder))
                    .allMatch(permission -> permission.name().startsWith("OWNER"));
            Files.createDirectories(folder.resolve("a/b"));
            Files.createSymbolicLink(folder.resolve("a/link"), parent);
            Files.writeString(folder.resolve("a/b/file"), "x");
        }
        assertThat(folder).doesNotExist();
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void shouldSweepOnlyWhatWasAbandoned() throws Exception {
        Path old = Files.createDirectory(parent.resolve(".partial-old"));
        Files.writeString(old.resolve("file"), "x");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        Path fresh = Files.createDirectory(parent.resolve(".partial-fresh"));
        Path other = Files.createDirectory(parent.resolve("linux-x64-3.22.1"));
        Files.setLastModifiedTime(other, FileTime.from(Instant.EPOCH));
        PartialFiles.in(parent).close();
        assertThat(old).doesNotExist();
        assertThat(fresh).exists();
        assertThat(other).exists();
    }
}
