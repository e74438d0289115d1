package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FolderFaultTest {
    @Test
    void shouldNameTheCure() {
        assertThat(FolderFault.reason(new AccessDeniedException("/a/b")))
                .isEqualTo("permission denied for /a/b; allow it");
        assertThat(FolderFault.reason(new IOException("No space left on device")))
                .isEqualTo("the disk is full; free 100 MB");
        assertThat(FolderFault.reason(new IOException("Disk quota exceeded"))).contains("quota");
        assertThat(FolderFault.reason(new FileSystemException("/a", null, "Read-only file system")))
                .contains("read-only");
        assertThat(FolderFault.unusable(Path.of("/data"), new IOException("odd")))
                .hasMessage(
                        "cannot use data folder /data: odd; make it writable,"
                                + " or name another folder with boltmesh.data-folder");
    }
}
