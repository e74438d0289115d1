package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir Path temporary;

    @Test
    void shouldKeepItsId() throws IOException {
        Path path = temporary.resolve("a/b");
        UUID id;
        try (var folder = DataFolder.open(path)) {
            id = folder.nodeId();
            assertThat(Files.getPosixFilePermissions(path))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
        try (var folder = DataFolder.open(path)) {
            assertThat(folder.nodeId()).isEqualTo(id);
        }
        try (var folder = DataFolder.open(temporary.resolve("other"))) {
            assertThat(folder.nodeId()).isNotEqualTo(id);
        }
    }

    @Test
    void shouldRefuseASecondStart() {
        long pid = ProcessHandle.current().pid();
        try (var folder = DataFolder.open(temporary)) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> DataFolder.open(folder.path().resolve(".")))
                        .isInstanceOf(NodeException.class)
                        .hasMessageContaining(folder.path().toString())
                        .hasMessageContaining("in use by process " + pid)
                        .hasMessageContaining("boltmesh.data-folder");
            }
        }
        DataFolder.open(temporary).close();
    }

    @Test
    void shouldRefuseADamagedId() throws IOException {
        for (String text : new String[] {"", "not an id", "\0\0\0", "x".repeat(100_000)}) {
            Files.writeString(temporary.resolve("node-id"), text);
            assertThatThrownBy(() -> DataFolder.open(temporary))
                    .isInstanceOf(NodeException.class)
                    .hasMessageContaining("node-id is damaged")
                    .hasMessageContaining("delete the file");
        }
        Files.delete(temporary.resolve("node-id"));
        DataFolder.open(temporary).close();
    }

    @Test
    void shouldSayWhatIsInTheWay() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "text");
        for (Path path : new Path[] {file, file.resolve("folder")}) {
            assertThatThrownBy(() -> DataFolder.open(path))
                    .isInstanceOf(NodeException.class)
                    .hasMessageContaining("cannot use data folder " + path)
                    .hasMessageContaining("remove it")
                    .hasMessageContaining("boltmesh.data-folder");
        }
    }

    @Test
    void shouldSayThatAFolderCannotBeWritten() {
        Path unwritable = Path.of("/proc/self/boltmesh");
        assumeThat(Path.of("/proc/self")).as("SKIPPED: no /proc here").exists();
        assertThatThrownBy(() -> DataFolder.open(unwritable))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("cannot use data folder " + unwritable);
    }

    @Test
    void shouldSayThatTheDiskIsFull() throws Exception {
        Path disk = Files.createDirectory(temporary.resolve("disk"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString()))
                .as("SKIPPED: no right to mount a small disk")
                .isZero();
        try {
            Files.write(disk.resolve("fill"), new byte[60 * 1024]);
            assertThatThrownBy(() -> DataFolder.open(disk))
                    .isInstanceOf(NodeException.class)
                    .hasMessageContaining("the disk is full")
                    .hasMessageContaining(disk.toString());
            Files.delete(disk.resolve("fill"));
            DataFolder.open(disk).close();
        } finally {
            assertThat(run("umount", disk.toString())).isZero();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } catch (IOException e) {
            System.err.println("SKIPPED: " + e.getMessage());
            return 1;
        }
    }
}
