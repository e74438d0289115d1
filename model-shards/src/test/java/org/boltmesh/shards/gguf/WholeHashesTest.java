package org.boltmesh.shards.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WholeHashesTest {
    private static final int MIB = 1 << 20;

    @TempDir private Path folder;
    private Path file = Path.of("");
    private Path store = Path.of("");
    private WholeHashes hashes = new WholeHashes(store);

    @BeforeEach
    void writeFile() throws IOException {
        store = folder.resolve("home/hashes");
        hashes = new WholeHashes(store);
        file = Files.write(folder.resolve("model.gguf"), new byte[3 * MIB + 5]);
    }

    private static String sha256(Path path) throws IOException {
        return HexFormat.of().formatHex(Sha256.digest().digest(Files.readAllBytes(path)));
    }

    private String hash() throws InterruptedException {
        return hashes.hash(file, _ -> {});
    }

    private List<Path> records() throws IOException {
        try (Stream<Path> found = Files.list(store)) {
            return found.toList();
        }
    }

    @Test
    void shouldHashOnce() throws Exception {
        List<Long> told = new ArrayList<>();
        assertThat(hashes.kept(file)).isEmpty();
        assertThat(hashes.hash(file, told::add)).isEqualTo(sha256(file));
        assertThat(told).isSorted().hasSizeGreaterThan(2).endsWith(3L * MIB + 5);
        assertThat(hashes.kept(file)).contains(sha256(file));
        assertThat(records()).singleElement().asString().endsWith(".sha256");

        told.clear();
        assertThat(new WholeHashes(store).hash(file, told::add)).isEqualTo(sha256(file));
        assertThat(told).containsExactly(3L * MIB + 5);
    }

    @Test
    void shouldHashEmptyFile() throws Exception {
        Files.write(file, new byte[0]);
        assertThat(hash()).startsWith("e3b0c44298fc1c149afbf4c8996fb924");
    }

    @Test
    void shouldHashAgainAfterChange() throws Exception {
        String before = hash();
        FileTime time = Files.getLastModifiedTime(file);
        Files.write(file, new byte[] {1}, StandardOpenOption.WRITE);
        Files.setLastModifiedTime(file, FileTime.fromMillis(time.toMillis() + 1000));
        assertThat(hashes.kept(file)).isEmpty();
        assertThat(hash()).isEqualTo(sha256(file)).isNotEqualTo(before);
        assertThat(records()).hasSize(1);
    }

    @Test
    void shouldFollowLinks() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.gguf"), file);
        assertThat(hashes.hash(link, _ -> {})).isEqualTo(sha256(file));
        assertThat(hashes.kept(file)).contains(sha256(file));
    }

    @Test
    void shouldDoubtDamagedRecords() throws Exception {
        String right = hash();
        Path record = records().getFirst();
        String text = Files.readString(record);
        for (String damaged :
                List.of(
                        "",
                        "x",
                        text.substring(0, 100),
                        text.toUpperCase(Locale.ROOT),
                        text.replace("path ", "path /other"),
                        text.repeat(1000))) {
            Files.writeString(record, damaged);
            assertThat(hashes.kept(file)).as(damaged).isEmpty();
        }
        Files.write(record, new byte[] {(byte) 0xff, 0, 7});
        assertThat(hash()).isEqualTo(right);
        assertThat(Files.readString(record)).isEqualTo(text);
    }

    @Test
    void shouldHashWhereNothingCanBeKept() throws Exception {
        Files.writeString(folder.resolve("home"), "a file in the way");
        assertThat(hash()).isEqualTo(sha256(file));
        assertThat(hashes.kept(file)).isEmpty();
    }

    @Test
    void shouldRefuseMissingFile() throws Exception {
        Files.delete(file);
        assertThatThrownBy(this::hash)
                .isInstanceOf(GgufException.class)
                .hasMessageContaining("model.gguf: no such file");
        assertThatThrownBy(() -> hashes.kept(file)).isInstanceOf(GgufException.class);
    }

    @Test
    void shouldRefuseUnreadableFile() throws Exception {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(file), "this user may read everything");
        assertThatThrownBy(this::hash)
                .isInstanceOf(GgufException.class)
                .hasMessageContaining("not readable by this user");
    }

    @Test
    void shouldRefuseFileThatChangesMeanwhile() {
        assertChangeIsNoticed(() -> Files.write(file, new byte[9], StandardOpenOption.APPEND));
        assertChangeIsNoticed(() -> Files.write(file, new byte[MIB]));
        assertChangeIsNoticed(
                () -> Files.setLastModifiedTime(file, FileTime.from(12_345, TimeUnit.SECONDS)));
    }

    @FunctionalInterface
    private interface Change {
        Object apply() throws IOException;
    }

    private void assertChangeIsNoticed(Change change) {
        assertThatThrownBy(() -> hashes.hash(file, done -> applyAt(MIB, done, change)))
                .isInstanceOf(GgufException.class)
                .hasMessageContaining("model.gguf: changed while it was read");
        assertThat(hashes.kept(file)).isEmpty();
    }

    private static void applyAt(long when, long doneBytes, Change change) {
        if (doneBytes == when) {
            try {
                change.apply();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void shouldStopWhenInterrupted() {
        assertThatThrownBy(() -> hashes.hash(file, _ -> Thread.currentThread().interrupt()))
                .isInstanceOf(InterruptedException.class)
                .hasMessageContaining("model.gguf: hashing was cancelled");
        assertThat(Thread.interrupted()).isFalse();
        assertThat(hashes.kept(file)).isEmpty();
    }

    @Test
    void shouldHashInBackground() throws Exception {
        HashJob job = HashJob.start(hashes, file);
        assertThat(job.result().get(30, TimeUnit.SECONDS)).isEqualTo(sha256(file));
        assertThat(job.hashedBytes()).isEqualTo(3L * MIB + 5);
        job.cancel();
        assertThat(job.result()).isCompleted();
    }

    /** A sparse file that takes far longer than the test may. */
    @Test
    void shouldCancelInBackground() throws Exception {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(400_000_000_000L);
        } catch (IOException e) {
            System.err.println("SKIPPED: no sparse file of 400 GB here: " + e);
            assumeFalse(true, "no sparse file of 400 GB here");
        }
        HashJob job = HashJob.start(hashes, file);
        job.cancel();
        assertThatThrownBy(() -> job.result().get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(CancellationException.class);
        assertThat(job.hashedBytes()).isLessThan(400_000_000_000L);
        assertThat(hashes.kept(file)).isEmpty();
    }

    @Test
    void shouldRefusePipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        int exit = new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        assumeFalse(exit != 0, "no pipes here");
        assertThatThrownBy(() -> hashes.hash(pipe, _ -> {}))
                .isInstanceOf(GgufException.class)
                .hasMessageContaining("pipe: not a regular file");
    }

    @Test
    void shouldTellFaultsOfBackground() throws Exception {
        Files.delete(file);
        assertThatThrownBy(() -> HashJob.start(hashes, file).result().get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(GgufException.class);
    }
}
