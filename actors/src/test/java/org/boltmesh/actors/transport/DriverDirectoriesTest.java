package org.boltmesh.actors.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.boltmesh.driver.MediaDriverOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverDirectoriesTest {
    @TempDir Path home;

    private MediaDriverOptions options() {
        return MediaDriverOptions.in(home.resolve("aeron")).withTermLength(256 << 10);
    }

    private Path next() {
        return DriverDirectories.next(options()).aeronDirectory();
    }

    @Test
    void shouldGiveEachDriverItsOwnAndRemoveWhatDeadOnesLeft() throws IOException {
        assertThat(next()).isEqualTo(home.resolve("aeron-1"));
        leave("aeron-1");
        Files.createFile(home.resolve("aeron-7.lock"));
        assertThat(next()).isEqualTo(home.resolve("aeron-8"));
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void shouldTouchNothingElse() throws IOException {
        for (String name : new String[] {"aeron", "aeron-", "aeron-x", "aeron2-1", "other-1"}) {
            leave(name);
        }
        Files.createDirectory(home.resolve("aeron-3"));
        Files.createFile(home.resolve("aeron-3/mine"));
        assertThat(next()).isEqualTo(home.resolve("aeron-4"));
        assertThat(home.resolve("aeron-3/mine")).exists();
        assertThat(home).isDirectoryContaining("glob:**other-1");
        try (var files = Files.list(home)) {
            assertThat(files).hasSize(11);
        }
    }

    /** What a driver leaves that is killed: its directory, with what it knows itself by. */
    private void leave(String name) throws IOException {
        Path directory = Files.createDirectory(home.resolve(name));
        Files.createFile(directory.resolve("cnc.dat"));
        Files.createFile(home.resolve(name + ".lock"));
    }
}
