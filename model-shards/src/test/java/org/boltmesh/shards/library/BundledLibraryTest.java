package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.boltmesh.shards.ggml.GgmlUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BundledLibraryTest {
    private static final BundledLibrary BUNDLED = BundledLibrary.of(LibraryPlatform.LINUX_X86_64);

    @TempDir Path home;

    @ParameterizedTest
    @EnumSource
    void shouldExtractWhatIsPinned(LibraryPlatform platform) {
        Path file = BundledLibrary.of(platform).extract(home);
        assertThat(file).isRegularFile();
        assertThat(home.relativize(file).toString())
                .startsWith("bundled-4.2.0-" + platform.os() + "-" + platform.architecture());
        assertThat(NativeFile.problem(file, platform)).isEmpty();
    }

    @Test
    void shouldLeaveAWholeFileAlone() throws Exception {
        Object key = key(BUNDLED.extract(home));
        assertThat(key(BUNDLED.extract(home))).isEqualTo(key);
    }

    @Test
    void shouldReplaceADamagedFile() throws Exception {
        Path file = BUNDLED.extract(home);
        byte[] whole = Files.readAllBytes(file);
        byte[] damaged = whole.clone();
        damaged[damaged.length / 2] ^= 1;
        for (byte[] bytes : List.of(damaged, new byte[0], new byte[1000])) {
            Files.write(file, bytes);
            BUNDLED.extract(home);
            assertThat(file).hasBinaryContent(whole);
        }
    }

    @Test
    void shouldServeSeveralAtOnce() throws Exception {
        Callable<Path> extraction = () -> BUNDLED.extract(home);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Path> file :
                    threads.invokeAll(List.of(extraction, extraction, extraction, extraction))) {
                assertThat(NativeFile.problem(file.get(), LibraryPlatform.LINUX_X86_64)).isEmpty();
            }
        }
        try (Stream<Path> left = Files.list(home)) {
            assertThat(left).containsExactly(BUNDLED.folder(home));
        }
    }

    @Test
    void shouldSayWhyItCannotBeExtracted() throws Exception {
        Path file = Files.writeString(home.resolve("file"), "in the way");
        assertThatThrownBy(() -> BUNDLED.extract(file))
                .isInstanceOf(GgmlUnavailableException.class)
                .hasMessageContaining("cannot extract " + file);
    }

    private static Object key(Path file) throws Exception {
        return List.of(
                Files.getAttribute(file, "unix:ino"), Files.getLastModifiedTime(file).toMillis());
    }
}
