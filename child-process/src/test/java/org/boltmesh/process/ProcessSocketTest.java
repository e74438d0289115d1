package org.boltmesh.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessSocketTest {
    private SocketFolder folder;

    @BeforeEach
    void createFolder() throws IOException {
        folder = SocketFolder.create();
    }

    @AfterEach
    void removeFolder() throws IOException {
        folder.close();
    }

    @Test
    void shouldReplaceASocketThatNobodyListensAt() throws IOException {
        ProcessSocket.listen(folder.socket()).close();
        assertThat(folder.socket()).exists();
        try (ServerSocketChannel listener = ProcessSocket.listen(folder.socket())) {
            ProcessSocket.connect(folder.socket()).close();
            assertThat(listener.isOpen()).isTrue();
        }
    }

    @Test
    void shouldLeaveALivingProcessItsSocket() throws IOException {
        try (ServerSocketChannel listener = ProcessSocket.listen(folder.socket())) {
            assertThat(listener.isOpen()).isTrue();
            assertThatThrownBy(() -> ProcessSocket.listen(folder.socket()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another process listens at " + folder.socket());
        }
    }

    @Test
    void shouldNotRemoveAFileThatIsNoSocket() throws IOException {
        Files.writeString(folder.socket(), "precious");
        assertThatThrownBy(() -> ProcessSocket.listen(folder.socket()))
                .hasMessageContaining("is no socket");
        assertThat(folder.socket()).content().isEqualTo("precious");
    }

    @Test
    void shouldRefuseALongPath() {
        Path path = folder.socket().resolveSibling("x".repeat(103));
        assertThatThrownBy(() -> ProcessSocket.listen(path))
                .hasMessageContaining("bytes, want at most 102");
    }

    @Test
    void shouldRefuseAFolderThatOthersCanEnter() throws IOException {
        Path parent = folder.socket().getParent();
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> ProcessSocket.listen(folder.socket()))
                .hasMessageContaining("has mode rwxr-xr-x, want rwx------");
    }

    @Test
    void shouldRefuseAMissingFolder() {
        Path path = folder.socket().resolveSibling("none").resolve("s");
        assertThatThrownBy(() -> ProcessSocket.listen(path)).hasMessageContaining("no folder for");
    }
}
