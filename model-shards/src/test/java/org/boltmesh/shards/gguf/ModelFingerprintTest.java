package org.boltmesh.shards.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ModelFingerprintTest {
    private static final int ELEMENTS = 1 << 20;

    @TempDir private Path folder;
    private Path file = Path.of("");

    private static GgufBuilder builder() {
        return GgufBuilder.create("llama").uint32("llama.block_count", 3);
    }

    @BeforeEach
    void writeModel() {
        file = builder().zeros("w", TensorType.F32, ELEMENTS).write(folder.resolve("m.gguf"));
    }

    private static ModelFingerprint of(Path path) {
        return ModelFingerprint.of(GgufFile.open(path));
    }

    private Path copy() throws IOException {
        return Files.copy(file, folder.resolve("other name.gguf"));
    }

    private static Path flip(Path path, long position) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(path.toFile(), "rw")) {
            bytes.seek(position);
            int value = bytes.read();
            bytes.seek(position);
            bytes.write(value ^ 1);
        }
        return path;
    }

    private void assertDiffers(Path other, String how) {
        assertThat(of(other)).isNotEqualTo(of(file));
        assertThat(of(other).id()).isNotEqualTo(of(file).id());
        assertThat(of(file).difference(of(other))).contains(how);
    }

    @Test
    void shouldBeEqualUnderAnotherName() throws IOException {
        Path other = copy();
        assertThat(of(other)).isEqualTo(of(file));
        assertThat(of(other).id()).isEqualTo(of(file).id()).matches("[0-9a-f]{32}");
        assertThat(of(other).difference(of(file))).isEmpty();
        assertThat(of(file).sizeBytes()).isEqualTo(Files.size(file));
    }

    @Test
    void shouldDifferByOneMetadataByte() throws IOException {
        long position =
                new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                        .indexOf("block_count");
        assertDiffers(flip(copy(), position), "different metadata or tensor tables");
    }

    @Test
    void shouldDifferByLastByteOfTensorTable() throws IOException {
        // The upper half of the offset must stay 0 to be inside the file; the name need not.
        long position = GgufFile.open(file).headerBytes(0) - 8 - 4 - 8 - 4 - 1;
        assertDiffers(flip(copy(), position), "different metadata or tensor tables");
    }

    @Test
    void shouldDifferBySize() throws IOException {
        Path other = copy();
        try (RandomAccessFile bytes = new RandomAccessFile(other.toFile(), "rw")) {
            bytes.setLength(bytes.length() + 1);
        }
        assertDiffers(other, "%,d bytes and %,d".formatted(Files.size(file), Files.size(other)));
    }

    @Test
    void shouldDifferByAnySampledBlock() throws IOException {
        long size = Files.size(file);
        Path other = copy();
        for (int block = 1; block < FileSampler.BLOCKS; block++) {
            long position = FileSampler.blockStart(size, block) + block * 60L;
            assertDiffers(flip(other, position), "different weights");
            flip(other, position);
        }
        assertThat(of(other)).isEqualTo(of(file));
    }

    @Test
    void shouldDifferByAnyByteOfSmallFile() throws IOException {
        file = builder().zeros("w", TensorType.F32, 64).write(folder.resolve("small.gguf"));
        Path other = copy();
        long header = GgufFile.open(file).headerBytes(0);
        for (long position = (header + 31) / 32 * 32; position < Files.size(file); position++) {
            assertDiffers(flip(other, position), "different weights");
            flip(other, position);
        }
    }

    @Test
    void shouldSampleAllOverTheFile() {
        long seed = System.nanoTime();
        System.out.println("ModelFingerprintTest seed " + seed);
        Random random = new Random(seed);
        int blocks = FileSampler.BLOCKS;
        for (int i = 0; i < 1000; i++) {
            long size =
                    random.nextLong((long) blocks * FileSampler.BLOCK_BYTES + 1, 600_000_000_000L);
            long end = 0;
            for (int block = 0; block < blocks; block++) {
                long start = FileSampler.blockStart(size, block);
                assertThat(start).as("size %d, block %d", size, block).isGreaterThanOrEqualTo(end);
                assertThat(start).isBetween(size / blocks * block, size - FileSampler.BLOCK_BYTES);
                end = start + FileSampler.BLOCK_BYTES;
            }
            assertThat(end).isEqualTo(size);
        }
    }

    /** A sparse file: what is read of 400 GB would not end in time if it were all of it. */
    @Test
    @Timeout(20)
    void shouldReadLittleOfAHugeFile() throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(400_000_000_000L);
        } catch (IOException e) {
            System.err.println("SKIPPED: no sparse file of 400 GB here: " + e);
            assumeFalse(true, "no sparse file of 400 GB here");
        }
        assertThat(of(file).sizeBytes()).isEqualTo(400_000_000_000L);
    }

    @Test
    void shouldFingerprintAllParts() throws IOException {
        for (int part = 0; part < 2; part++) {
            GgufBuilder builder = part == 0 ? builder() : GgufBuilder.create();
            builder.uint16("split.no", part).uint16("split.count", 2);
            builder.int32("split.tensors.count", 2);
            builder.zeros("w" + part, TensorType.F32, 64)
                    .write(folder.resolve("s-0000%d-of-00002.gguf".formatted(part + 1)));
        }
        Path first = folder.resolve("s-00001-of-00002.gguf");
        ModelFingerprint before = of(first);
        assertThat(before.parts()).hasSize(2);
        Path second = folder.resolve("s-00002-of-00002.gguf");
        flip(second, Files.size(second) - 1);
        assertThat(before.difference(of(first))).contains("part 2: different weights");
        assertThat(before.difference(of(file))).contains("2 parts and 1");
    }

    @Test
    void shouldSayThatFileIsGone() throws IOException {
        GgufFile gguf = GgufFile.open(file);
        Files.delete(file);
        assertThatThrownBy(() -> ModelFingerprint.of(gguf))
                .isInstanceOf(GgufException.class)
                .hasMessageContaining("m.gguf: no such file");
    }

    @Test
    void shouldRefuseFileCutInsideItsHeader() throws IOException {
        GgufFile gguf = GgufFile.open(file);
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(10);
        }
        assertThatThrownBy(() -> ModelFingerprint.of(gguf))
                .isInstanceOf(GgufException.class)
                .hasMessageContaining("m.gguf: changed while it was read");
    }

    @Test
    void shouldKeepListOfParts() {
        assertThat(new ModelFingerprint(List.of()).sizeBytes()).isZero();
    }
}
