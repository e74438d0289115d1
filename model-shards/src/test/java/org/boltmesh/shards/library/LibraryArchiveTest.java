package org.boltmesh.shards.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.boltmesh.shards.library.TestLibraries.add;
import static org.boltmesh.shards.library.TestLibraries.addText;
import static org.boltmesh.shards.library.TestLibraries.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LibraryArchiveTest {
    private static final String BINS = "package/bins/linux-x64/";
    private static final NpmPackage LINUX = NpmPackage.of(LibraryPlatform.LINUX_X86_64);

    @TempDir Path temporary;
    private Path target;

    @BeforeEach
    void makeTarget() throws IOException {
        target = Files.createDirectory(temporary.resolve("target"));
    }

    @Test
    void shouldUnpackOnlyGgmlAndTheLicence() throws Exception {
        unpack(
                tar -> {
                    TestLibraries.addNpmContent(tar);
                    addText(tar, "package/bins/mac-arm64-metal/libggml-metal.so");
                    addText(tar, "package/libggml.so");
                    addText(tar, BINS + "deeper/libggml.so");
                });
        try (Stream<Path> files = Files.list(target)) {
            assertThat(files.map(file -> target.relativize(file).toString()))
                    .containsExactlyInAnyOrder(
                            "LICENSE",
                            "libggml-base.so",
                            "libggml-cpu-haswell.so",
                            "libggml-cpu-x64.so",
                            "libggml.v0.5.0.so");
        }
        assertThat(target.resolve("libggml-base.so"))
                .hasBinaryContent(TestLibraries.linuxLibrary());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../libggml.so",
                "package/bins/linux-x64/../../../../libggml.so",
                "package/..",
                "/etc/libggml.so",
                "package\\..\\libggml.so"
            })
    void shouldRefusePathsThatLeadOut(String name) {
        assertRefused(tar -> addText(tar, name), "leads out of its folder");
    }

    @ParameterizedTest
    @ValueSource(
            bytes = {
                TarConstants.LF_SYMLINK,
                TarConstants.LF_LINK,
                TarConstants.LF_CHR,
                TarConstants.LF_BLK,
                TarConstants.LF_FIFO
            })
    void shouldRefuseWhatIsNotAFile(byte type) {
        assertRefused(
                tar -> {
                    TarArchiveEntry entry = new TarArchiveEntry(BINS + "libggml.so", type);
                    entry.setLinkName("/etc/passwd");
                    tar.putArchiveEntry(entry);
                    tar.closeArchiveEntry();
                },
                "is not a plain file");
    }

    @Test
    void shouldRefuseAFileThatComesTwice() {
        assertRefused(
                tar -> {
                    addText(tar, BINS + "libggml.so");
                    addText(tar, BINS + "libggml.so");
                },
                "a file of that name is in the way");
    }

    @Test
    void shouldRefuseHugeEntries() {
        assertRefused(
                tar -> {
                    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
                    TarArchiveEntry entry = new TarArchiveEntry("package/other");
                    entry.setSize(1L << 60);
                    tar.putArchiveEntry(entry);
                    tar.flush();
                    throw new EndOfArchiveException();
                },
                "has " + (1L << 60) + " bytes");
    }

    @Test
    void shouldRefuseAnArchiveThatSwells() {
        byte[] zeros = new byte[50 << 20];
        assertRefused(
                tar -> {
                    add(tar, "package/a", zeros);
                    add(tar, "package/b", zeros);
                    add(tar, "package/c", zeros);
                },
                "more than 134217728 bytes");
    }

    @Test
    void shouldRefuseTooManyEntries() {
        assertRefused(
                tar -> {
                    for (int i = 0; i <= 10_000; i++) {
                        add(tar, "package/" + i, new byte[0]);
                    }
                },
                "more than 10000 entries");
    }

    @Test
    void shouldSayWhatIsNoArchive() throws Exception {
        Path text = Files.writeString(temporary.resolve("text.tgz"), "<html>not found</html>");
        assertThatThrownBy(() -> unpackFile(text))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining(
                        "cannot unpack the archive of @node-llama-cpp/linux-x64@3.22.1");
    }

    @Test
    void shouldOnlyEverRefuseDamagedArchives() throws Exception {
        byte[] whole =
                Files.readAllBytes(
                        archive(temporary.resolve("a.tgz"), TestLibraries::addNpmContent));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            byte[] damaged =
                    random.nextBoolean()
                            ? Arrays.copyOf(whole, random.nextInt(whole.length))
                            : whole.clone();
            for (int changes = random.nextInt(4); changes > 0 && damaged.length > 0; changes--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            target = Files.createDirectory(temporary.resolve("damaged" + i));
            Path file = Files.write(temporary.resolve("damaged.tgz"), damaged);
            try {
                unpackFile(file);
            } catch (InstallException e) {
                assertThat(e)
                        .as("round %d, seed %d", i, seed)
                        .hasMessageContaining("linux-x64@3.22.1");
            }
        }
    }

    @Test
    void shouldShowProgressToTheEnd() throws Exception {
        Path file = archive(temporary.resolve("a.tgz"), TestLibraries::addNpmContent);
        long[] last = new long[2];
        new LibraryArchive(file, LINUX)
                .unpack(
                        target,
                        new InstallProgress() {
                            @Override
                            public void step(String sentence) {}

                            @Override
                            public void unpacked(long archiveBytes, long archiveBytesTotal) {
                                last[0] = archiveBytes;
                                last[1] = archiveBytesTotal;
                            }
                        });
        assertThat(last).containsExactly(Files.size(file), Files.size(file));
    }

    /** Ends an archive in the middle of an entry. */
    private static final class EndOfArchiveException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private void assertRefused(TestLibraries.Content content, String reason) {
        assertThatThrownBy(() -> unpack(content))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("linux-x64@3.22.1")
                .hasMessageContaining(reason);
        assertThat(temporary.resolve("libggml.so")).doesNotExist();
    }

    private void unpack(TestLibraries.Content content) throws IOException {
        Path file = temporary.resolve("a.tgz");
        try {
            archive(file, content);
        } catch (EndOfArchiveException e) {
            assertThat(file).isNotEmptyFile();
        }
        unpackFile(file);
    }

    private void unpackFile(Path file) {
        new LibraryArchive(file, LINUX).unpack(target, InstallProgress.SILENT);
    }
}
