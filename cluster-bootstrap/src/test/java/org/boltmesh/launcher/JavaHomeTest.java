package org.boltmesh.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaHomeTest {
    @TempDir Path folder;

    @Test
    void shouldReadReleaseFile() {
        assertThat(JavaHome.featureIn(List.of("IMPLEMENTOR=\"A\"", "JAVA_VERSION=\"25.0.3\"")))
                .isEqualTo(25);
        assertThat(JavaHome.featureIn(List.of(" JAVA_VERSION=1.8.0 "))).isEqualTo(8);
        assertThat(JavaHome.featureIn(List.of("JAVA_VERSION_DATE=\"2026-04-21\""))).isZero();
        assertThat(JavaHome.featureIn(List.of("JAVA_VERSION=\"\""))).isZero();
        assertThat(JavaHome.featureIn(List.of())).isZero();
    }

    @Test
    void shouldNotTakeFolderWithoutUsefulReleaseFile() throws IOException {
        assertThat(JavaHome.at(folder.toFile())).isEmpty();
        Files.createDirectory(folder.resolve("release"));
        assertThat(JavaHome.at(folder.toFile())).isEmpty();
    }

    @Test
    void shouldNotReadHugeReleaseFile() throws IOException {
        String line = "JAVA_VERSION=\"25\"\n";
        Files.writeString(folder.resolve("release"), line.repeat(100_000));
        assertThat(JavaHome.at(folder.toFile())).isEmpty();
        Files.writeString(folder.resolve("release"), line);
        assertThat(JavaHome.at(folder.toFile())).map(JavaHome::feature).contains(25);
    }

    @Test
    void shouldReadReleaseFileOfAnyBytes() throws IOException {
        Files.write(folder.resolve("release"), new byte[] {(byte) 0xff, 0, (byte) 0xc3, '\n'});
        assertThat(JavaHome.at(folder.toFile())).isEmpty();
    }

    @Test
    void shouldNameFaultOfBrokenInstalls() throws IOException {
        JavaHome home = new JavaHome(folder.toFile(), 25);
        assertThat(home.fault()).contains("no executable bin/java");

        script("exit 3");
        assertThat(home.fault()).hasValueSatisfying(f -> assertThat(f).contains("exit code 3"));
        script("echo 'openjdk version \"17.0.15\"' >&2");
        assertThat(home.fault()).contains("is Java 17.0.15, though it says 25");
        script("echo hello");
        assertThat(home.fault()).contains("java -version told no version");
        script("echo 'Picked up JAVA_TOOL_OPTIONS: -Da=b'; echo 'openjdk version \"25\" 2025'");
        assertThat(home.fault()).isEmpty();
    }

    private void script(String body) throws IOException {
        Path java = Files.createDirectories(folder.resolve("bin")).resolve("java");
        // A new file each time: one that another process still has open could not be executed.
        Files.deleteIfExists(java);
        Files.writeString(java, "#!/bin/sh\n" + body + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }
}
