package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeFileTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "Linux/x86_64/libjllama.so, LINUX_X86_64",
        "Linux/aarch64/libjllama.so, LINUX_ARM64",
        "Mac/aarch64/libjllama.dylib, MAC_ARM64"
    })
    void shouldTellRealLibrariesApart(String resource, LibraryPlatform platform) throws Exception {
        Path file = file(real(resource));
        for (LibraryPlatform other : LibraryPlatform.values()) {
            Optional<String> problem = NativeFile.problem(file, other);
            if (other == platform) {
                assertThat(problem).isEmpty();
            } else {
                assertThat(problem)
                        .contains(
                                "is made for %s, this Java runs on %s".formatted(platform, other));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Linux/x86_64/libjllama.so, LINUX_X86_64",
        "Mac/aarch64/libjllama.dylib, MAC_ARM64"
    })
    void shouldSeeThatALibraryIsCutShort(String resource, LibraryPlatform platform)
            throws Exception {
        byte[] whole = real(resource);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            int lengthBytes = random.nextInt(whole.length);
            Path file = file(Arrays.copyOf(whole, lengthBytes));
            assertThat(NativeFile.problem(file, platform).orElse(""))
                    .as("%d bytes, seed %d", lengthBytes, seed)
                    .contains("cut short");
        }
    }

    @Test
    void shouldSayWhatOtherFilesAre() throws Exception {
        assertThat(problem(new byte[0])).contains("is not a library");
        assertThat(problem("hello".repeat(100).getBytes(StandardCharsets.UTF_8)))
                .contains("neither an ELF nor");
        assertThat(NativeFile.problem(folder, LibraryPlatform.LINUX_X86_64).orElse(""))
                .contains("cannot be read");
        assertThat(NativeFile.problem(folder.resolve("no.so"), LibraryPlatform.LINUX_X86_64))
                .contains("does not exist");
        byte[] narrow = TestLibraries.elf(3);
        narrow[4] = 1;
        assertThat(problem(narrow)).contains("a 32-bit Linux");
        assertThat(problem(TestLibraries.elf(243))).contains("Linux processor type 243");
    }

    @Test
    void shouldSurviveDamagedHeaders() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            boolean mac = random.nextBoolean();
            byte[] bytes = mac ? TestLibraries.macLibrary() : TestLibraries.linuxLibrary();
            for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
                bytes[random.nextInt(4, bytes.length)] = (byte) random.nextInt();
            }
            Path file = file(bytes);
            assertThatCode(
                            () ->
                                    NativeFile.problem(
                                            file,
                                            mac
                                                    ? LibraryPlatform.MAC_ARM64
                                                    : LibraryPlatform.LINUX_X86_64))
                    .as("round %d, seed %d", i, seed)
                    .doesNotThrowAnyException();
        }
    }

    private String problem(byte[] bytes) throws Exception {
        return NativeFile.problem(file(bytes), LibraryPlatform.LINUX_X86_64).orElse("");
    }

    private Path file(byte[] bytes) throws Exception {
        return Files.write(folder.resolve("lib.so"), bytes);
    }

    private static byte[] real(String name) throws Exception {
        try (InputStream bytes =
                NativeFileTest.class.getResourceAsStream("/de/kherud/llama/" + name)) {
            assertThat(bytes).isNotNull();
            return bytes.readAllBytes();
        }
    }
}
