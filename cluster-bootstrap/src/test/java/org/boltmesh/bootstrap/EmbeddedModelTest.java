package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedModelTest {
    private static final long SIZE_BYTES = 4_501_632;

    @TempDir Path home;

    @Test
    void shouldWriteTheModelOnce() throws IOException {
        Path file = EmbeddedModel.file(home.resolve("new/home"));
        assertThat(file).hasSize(SIZE_BYTES);
        FileTime old = FileTime.fromMillis(1000);
        Files.setLastModifiedTime(file, old);
        EmbeddedModel.file(home.resolve("new/home"));
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(old);
        assertThat(file.getParent()).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void shouldReplaceADamagedOne() throws IOException {
        Path file = EmbeddedModel.file(home);
        Files.writeString(file, "damaged");
        assertThat(EmbeddedModel.file(home)).isEqualTo(file).hasSize(SIZE_BYTES);
    }

    @Test
    void shouldSayThatItsFolderCannotBeWritten() throws IOException {
        Path inTheWay = Files.writeString(home.resolve("file"), "no folder");
        assertThatThrownBy(() -> EmbeddedModel.file(inTheWay))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("cannot write " + inTheWay)
                .hasMessageContaining("set BOLTMESH_HOME to another folder");
    }
}
