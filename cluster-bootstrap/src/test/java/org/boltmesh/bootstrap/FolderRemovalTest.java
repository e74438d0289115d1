package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderRemovalTest {
    @TempDir Path folder;

    @Test
    void shouldRemoveAllAndAnEmptyParent() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "stays");
        Path node = folder.resolve("demo/node");
        Files.createDirectories(node.resolve("logs"));
        Files.writeString(node.resolve("logs/node.log"), "text");
        Files.createSymbolicLink(node.resolve("link"), other);
        FolderRemoval.remove(node);
        assertThat(folder.resolve("demo")).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void shouldLeaveAParentThatOthersUse() throws IOException {
        Path node = Files.createDirectories(folder.resolve("demo/node"));
        Files.createDirectories(folder.resolve("demo/other"));
        FolderRemoval.remove(node);
        FolderRemoval.remove(node);
        assertThat(node).doesNotExist();
        assertThat(folder.resolve("demo/other")).exists();
    }
}
