package org.boltmesh.shards.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufSplitTest {
    @TempDir private Path folder;

    private Path path(int part) {
        return folder.resolve("m-%05d-of-00003.gguf".formatted(part));
    }

    private static GgufBuilder part(int index) {
        GgufBuilder builder = index == 0 ? GgufBuilder.create("llama") : GgufBuilder.create();
        return builder.uint16("split.no", index)
                .uint16("split.count", 3)
                .int32("split.tensors.count", 3)
                .zeros("w" + index, TensorType.F32, 8);
    }

    private AbstractStringAssert<?> assertRefused(Path path) {
        return assertThat(
                assertThatExceptionOfType(GgufException.class)
                        .isThrownBy(() -> GgufFile.open(path))
                        .actual()
                        .getMessage());
    }

    @BeforeEach
    void writeParts() {
        for (int index = 0; index < 3; index++) {
            part(index).write(path(index + 1));
        }
    }

    @Test
    void shouldFollowParts() throws IOException {
        GgufFile gguf = GgufFile.open(path(1));
        assertThat(gguf.parts()).containsExactly(path(1), path(2), path(3));
        assertThat(gguf.metadata().requireString("general.architecture")).isEqualTo("llama");
        assertThat(gguf.tensors()).extracting(TensorInfo::name).containsExactly("w0", "w1", "w2");
        TensorInfo last = gguf.requireTensor("w2");
        assertThat(last.part()).isEqualTo(2);
        assertThat(last.offsetBytes() + last.sizeBytes()).isEqualTo(Files.size(path(3)));
    }

    @Test
    void shouldFollowPartsBesideLink() throws IOException {
        Path blob = Files.move(path(1), folder.resolve("blob"));
        Files.createSymbolicLink(path(1), blob);
        assertThat(GgufFile.open(path(1)).parts()).hasSize(3);
    }

    @Test
    void shouldNameFirstPartWhenOpenedElsewhere() {
        assertRefused(path(2)).contains("part 2 of 3, want the first: open " + path(1));
    }

    @Test
    void shouldNameMissingPart() throws IOException {
        Files.delete(path(3));
        assertRefused(path(1)).contains(path(3) + ": no such file, want part 3 beside the first");
    }

    @Test
    void shouldRefuseNameThatHidesTheOthers() throws IOException {
        Path renamed = Files.move(path(1), folder.resolve("model.gguf"));
        assertRefused(renamed)
                .contains("part 1 of 3, want a file name that ends in -00001-of-00003");
    }

    @Test
    void shouldRefusePartOfAnotherPlace() throws IOException {
        part(1).write(path(3));
        assertRefused(path(1)).startsWith(path(3).toString()).contains("part 2 of 3, want part 3");
        GgufBuilder.create().write(path(3));
        assertRefused(path(1)).startsWith(path(3).toString()).contains("split.count: missing");
    }

    @Test
    void shouldRefuseWrongNumbers() {
        GgufBuilder.create().uint16("split.no", 3).uint16("split.count", 3).write(path(1));
        assertRefused(path(1)).contains("key split.no: 3, want 0 to 2");
        GgufBuilder.create().uint16("split.no", 0).uint32("split.count", 100_000).write(path(1));
        assertRefused(path(1)).contains("key split.count: 100000, want 2 to 99999");
    }

    @Test
    void shouldRefuseTensorsInTwoPartsOrTooFew() {
        part(2).zeros("w0", TensorType.F32, 8).write(path(3));
        assertRefused(path(1)).contains("tensor w0: an earlier part holds it too");
        part(2).zeros("w9", TensorType.F32, 8).write(path(3));
        assertRefused(path(1)).contains("split.tensors.count: the parts hold 4 tensors, want 3");
    }
}
