package org.boltmesh.shards.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.boltmesh.shards.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizerLibraryTest {
    /** Everything that DJL, Hugging Face or GraalVM would like to write to, all watched. */
    private static final List<String> FOLDER_VARIABLES =
            List.of(
                    "HOME",
                    "DJL_CACHE_DIR",
                    "ENGINE_CACHE_DIR",
                    "HF_HOME",
                    "XDG_CACHE_HOME",
                    "TMPDIR");

    @TempDir Path temporary;

    private String probe(Path watched, Path folder) throws IOException, InterruptedException {
        String model = SharedData.require("tales/models/tales-qwen3-q8_0.gguf").toString();
        ProcessBuilder builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:-UsePerfData",
                        "-Duser.home=" + watched,
                        "-Djava.io.tmpdir=" + watched,
                        "-cp",
                        System.getProperty("java.class.path"),
                        LibraryProbe.class.getName(),
                        folder.toString(),
                        model);
        FOLDER_VARIABLES.forEach(name -> builder.environment().put(name, watched.toString()));
        Process process = builder.directory(watched.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return output;
    }

    @Test
    void shouldWriteNothingOutsideItsFolder() throws IOException, InterruptedException {
        Path watched = Files.createDirectory(temporary.resolve("watched"));
        Path folder = temporary.resolve("ours").resolve("native");
        assertThat(probe(watched, folder).lines()).last().asString().startsWith("[1022, ");
        assertThat(watched).isEmptyDirectory();
        assertThat(names(folder)).singleElement().asString().startsWith("libtokenizers.");
    }

    @Test
    void shouldReplaceDamagedLibrary() throws IOException, InterruptedException {
        Path watched = Files.createDirectory(temporary.resolve("watched"));
        String resource =
                TokenizerLibrary.resource(
                        System.getProperty("os.name"), System.getProperty("os.arch"));
        Path library = temporary.resolve(resource.substring(resource.lastIndexOf('/') + 1));
        Files.writeString(library, "half a library");
        assertThat(probe(watched, temporary).lines()).last().asString().startsWith("[1022, ");
        assertThat(Files.size(library)).isGreaterThan(1_000_000);
    }

    @Test
    void shouldSayThatFolderCannotBeWritten() throws IOException, InterruptedException {
        Path watched = Files.createDirectory(temporary.resolve("watched"));
        Path file = Files.createFile(temporary.resolve("file"));
        assertThat(probe(watched, file.resolve("native")))
                .contains("TokenizerException: cannot write " + file)
                .contains("make room there, or name another folder with BOLTMESH_HOME");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void shouldSayThatMachineIsUnknown() {
        assertThatThrownBy(() -> TokenizerLibrary.resource("Linux", "riscv64"))
                .isInstanceOf(TokenizerException.class)
                .hasMessageContaining("no tokenizer library for Linux on riscv64");
        assertThat(TokenizerLibrary.resource("Mac OS X", "aarch64"))
                .isEqualTo("native/lib/osx-aarch64/cpu/libtokenizers.dylib");
        assertThat(TokenizerLibrary.resource("Linux", "amd64"))
                .isEqualTo("native/lib/linux-x86_64/cpu/libtokenizers.so");
    }
}
