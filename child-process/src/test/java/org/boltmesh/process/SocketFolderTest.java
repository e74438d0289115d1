package org.boltmesh.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SocketFolderTest {
    /** As of a process that was killed while it used the folder. */
    @Test
    void shouldRemoveWhatIsLeftInIt() throws IOException {
        SocketFolder folder = SocketFolder.create();
        try (folder) {
            Path deep = Files.createDirectories(folder.path().resolve("warm-up/aeron"));
            Files.writeString(deep.resolve("cnc.dat"), "memory");
            Files.writeString(folder.socket(), "");
        }
        assertThat(folder.path()).doesNotExist();
        folder.close();
    }
}
