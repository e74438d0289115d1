package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileFaultTest {
    @Test
    void shouldNameTheReasonAndTheCure() {
        assertThat(FileFault.reason(new IOException("No space left on device")))
                .isEqualTo("the disk is full; free 100 MB");
        assertThat(FileFault.reason(new FileSystemException("/x", null, "Read-only file system")))
                .contains("BOLTMESH_HOME");
        assertThat(FileFault.reason(new FileSystemException("/x", null, "Disk quota exceeded")))
                .contains("quota");
        assertThat(FileFault.reason(new AccessDeniedException("/x")))
                .isEqualTo("permission denied");
        assertThat(FileFault.reason(new NoSuchFileException("/x"))).contains("no such file");
        assertThat(FileFault.reason(new IOException("odd"))).isEqualTo("odd");
        assertThat(FileFault.reason(new IOException())).isEqualTo("java.io.IOException");
    }
}
