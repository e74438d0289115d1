package org.boltmesh.shards.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.boltmesh.shards.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufFileTest {
    @TempDir private Path folder;

    private static AbstractStringAssert<?> assertRefused(Path path) {
        String message =
                assertThatExceptionOfType(GgufException.class)
                        .isThrownBy(() -> GgufFile.open(path))
                        .actual()
                        .getMessage();
        return assertThat(message).startsWith(path.toString());
    }

    @Test
    void shouldOpenEveryRealFile() throws IOException {
        for (String area : new String[] {"models", "tales/models"}) {
            try (Stream<Path> files = Files.walk(SharedData.require(area))) {
                files.filter(path -> path.toString().endsWith(".gguf"))
                        .forEach(GgufFileTest::shouldOpen);
            }
        }
    }

    private static void shouldOpen(Path path) {
        GgufFile gguf = GgufFile.open(path);
        assertThat(gguf.parts()).containsExactly(path);
        assertThat(gguf.metadata().requireString("general.architecture")).isNotEmpty();
        int tokens = gguf.metadata().requireStrings("tokenizer.ggml.tokens").size();
        assertThat(gguf.metadata().requireIntegers("tokenizer.ggml.token_type")).hasSize(tokens);
        gguf.tensor("token_embd.weight")
                .ifPresent(embedding -> assertThat(embedding.dimension(1)).isEqualTo(tokens));
        for (TensorInfo tensor : gguf.tensors()) {
            assertThat(tensor.type().rowBytes(tensor.elementCount())).isEqualTo(tensor.sizeBytes());
            assertThat(tensor.offsetBytes() % gguf.alignmentBytes()).isZero();
        }
    }

    @Test
    void shouldPlaceTensors() throws IOException {
        Path path =
                GgufBuilder.create("llama")
                        .alignment(64)
                        .tensor("a", new float[] {1, 2, 3}, 3)
                        .tensor("b", TensorType.I8, new byte[] {4, 5, 6, 7, 8, 9}, 2, 3)
                        .write(folder.resolve("m.gguf"));
        GgufFile gguf = GgufFile.open(path);
        assertThat(gguf.alignmentBytes()).isEqualTo(64);
        assertThat(gguf.tensors()).extracting(TensorInfo::name).containsExactly("a", "b");
        TensorInfo b = gguf.requireTensor("b");
        assertThat(b.dimensions()).containsExactly(2L, 3L);
        assertThat(b.dimension(1)).isEqualTo(3);
        assertThat(b.dimension(2)).isEqualTo(1);
        assertThat(b.elementCount()).isEqualTo(6);
        assertThat(b.sizeBytes()).isEqualTo(6);
        assertThat(Files.readAllBytes(path)[(int) b.offsetBytes() + 5]).isEqualTo((byte) 9);
    }

    @Test
    void shouldNameMissingTensor() {
        Path path = GgufBuilder.create("llama").write(folder.resolve("m.gguf"));
        GgufFile gguf = GgufFile.open(path);
        assertThat(gguf.tensor("output.weight")).isEmpty();
        assertThatExceptionOfType(GgufException.class)
                .isThrownBy(() -> gguf.requireTensor("output.weight"))
                .withMessageContainingAll(path.toString(), "tensor output.weight: missing");
    }

    @Test
    void shouldRefuseWhatIsNoFile() {
        assertRefused(folder).contains("not a regular file");
        assertRefused(folder.resolve("absent.gguf")).contains("no such file, want a GGUF file");
        assertRefused(Path.of("/dev/zero")).contains("not a regular file");
    }

    @Test
    void shouldRefuseUnreadableFile() throws IOException {
        Path path = GgufBuilder.create("llama").write(folder.resolve("m.gguf"));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
        boolean stillReadable = Files.isReadable(path);
        if (stillReadable) {
            System.err.println("SKIPPED: this user may read every file");
        }
        assumeFalse(stillReadable, "this user may read every file");
        assertRefused(path).contains("not readable by this user");
    }

    @Test
    void shouldSayWhyFileCannotBeRead() {
        Path path = Path.of("m.gguf");
        assertThat(GgufFile.refusal(path, 0, new AccessDeniedException("m.gguf")))
                .hasMessage("m.gguf: not readable by this user, want a GGUF file");
        assertThat(GgufFile.refusal(path, 0, new IOException("disk on fire")))
                .hasMessageStartingWith("m.gguf: cannot be read: ")
                .hasMessageContaining("disk on fire");
    }
}
