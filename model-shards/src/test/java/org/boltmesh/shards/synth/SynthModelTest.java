package org.boltmesh.shards.synth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;
import org.boltmesh.shards.gguf.TensorType;
import org.boltmesh.shards.tokenizer.Vocabulary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written, read again; without ggml. */
final class SynthModelTest {
    private static final Quantizer NONE =
            (type, _, _, _, _) -> {
                throw new IllegalStateException("nothing of " + type + " here");
            };

    @TempDir private Path folder;

    private Path write(ModelShape shape, long seed, String name) {
        Path file = folder.resolve(name);
        new SynthModel(shape, TensorType.F32, seed).write(file, false, NONE, (_, _) -> {});
        return file;
    }

    private static float[] values(GgufFile gguf, String name) throws IOException {
        TensorInfo info = gguf.requireTensor(name);
        byte[] all = Files.readAllBytes(gguf.parts().getFirst());
        float[] values = new float[Math.toIntExact(info.elementCount())];
        ByteBuffer.wrap(all, Math.toIntExact(info.offsetBytes()), Math.toIntExact(info.sizeBytes()))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(values);
        return values;
    }

    @Test
    void shouldWriteWhatTheReaderTakes() throws IOException {
        GgufFile gguf = GgufFile.open(write(TinyConfig.of("qwen3").shape(folder), 1, "qwen3.gguf"));
        assertThat(gguf.metadata().requireString("general.architecture")).isEqualTo("qwen3");
        assertThat(gguf.metadata().requireInteger("qwen3.attention.key_length")).isEqualTo(16);
        assertThat(gguf.requireTensor("token_embd.weight").dimensions()).containsExactly(64L, 700L);
        assertThat(gguf.tensor("output.weight")).isEmpty();
        assertThat(gguf.requireTensor("blk.1.ffn_down.weight").dimensions())
                .containsExactly(96L, 64L);
        assertThat(spread(values(gguf, "blk.0.attn_q.weight"))).isBetween(0.9 / 8, 1.1 / 8);
        assertThat(values(gguf, "blk.0.attn_norm.weight")).hasSize(64);
        for (float value : values(gguf, "output_norm.weight")) {
            assertThat(value).isBetween(0.75f, 1.25f);
        }
    }

    private static double spread(float[] values) {
        double squares = 0;
        for (float value : values) {
            squares += (double) value * value;
        }
        return Math.sqrt(squares / values.length);
    }

    @Test
    void shouldGiveTheSameFileForTheSameSeedOnly() throws IOException {
        ModelShape shape = TinyConfig.of("qwen2").shape(folder);
        byte[] first = Files.readAllBytes(write(shape, 7, "first.gguf"));
        assertThat(write(shape, 7, "again.gguf")).hasBinaryContent(first);
        assertThat(Files.readAllBytes(write(shape, 8, "other.gguf"))).isNotEqualTo(first);
    }

    @Test
    void shouldGiveFewerLayersTheSameWeights() throws IOException {
        ModelShape shape = TinyConfig.of("llama").shape(folder);
        GgufFile two = GgufFile.open(write(shape, 1, "two.gguf"));
        GgufFile one = GgufFile.open(write(shape.withLayers(1), 1, "one.gguf"));
        assertThat(one.tensor("blk.1.attn_q.weight")).isEmpty();
        for (TensorInfo tensor : one.tensors()) {
            assertThat(values(one, tensor.name())).isEqualTo(values(two, tensor.name()));
        }
        assertThat(values(two, "blk.0.attn_q.weight"))
                .isNotEqualTo(values(two, "blk.1.attn_q.weight"));
    }

    @Test
    void shouldMakeAVocabularyOfAnySize() {
        for (int size : new int[] {257, 258, 600, 66_000}) {
            ModelShape shape = TinyConfig.of("qwen3").with("vocab_size", size).shape(folder);
            Vocabulary vocabulary =
                    Vocabulary.of(
                            GgufFile.open(write(shape, 1, "of-%d.gguf".formatted(size)))
                                    .metadata());
            assertThat(vocabulary.size()).isEqualTo(size);
            assertThat(vocabulary.endsGeneration(size - 1)).isTrue();
        }
    }

    @Test
    void shouldTellHowFarItIs() {
        List<Long> done = new ArrayList<>();
        var model = new SynthModel(TinyConfig.of("llama").shape(folder), TensorType.F32, 1);
        model.write(
                folder.resolve("model.gguf"),
                false,
                NONE,
                (doneBytes, totalBytes) -> {
                    done.add(doneBytes);
                    assertThat(totalBytes).isEqualTo(model.elementCount() * Float.BYTES);
                });
        assertThat(done).isSorted().last().isEqualTo(model.elementCount() * Float.BYTES);
    }

    @Test
    void shouldReplaceAFileOnlyWhenToldTo() throws IOException {
        ModelShape shape = TinyConfig.of("llama").shape(folder);
        Path file = Files.writeString(folder.resolve("mine.gguf"), "mine");
        var model = new SynthModel(shape, TensorType.F32, 1);
        assertThatThrownBy(() -> model.write(file, false, NONE, (_, _) -> {}))
                .isInstanceOf(SynthException.class)
                .hasMessageContaining(file + " is there already", "--force");
        assertThat(file).hasContent("mine");
        model.write(file, true, NONE, (_, _) -> {});
        assertThat(GgufFile.open(file).tensors()).isNotEmpty();
    }

    @Test
    void shouldLeaveNothingBehindAfterAFailure() throws IOException {
        var model = new SynthModel(TinyConfig.of("llama").shape(folder), TensorType.Q8_0, 1);
        Path file = folder.resolve("model.gguf");
        assertThatThrownBy(() -> model.write(file, false, NONE, (_, _) -> {}))
                .isInstanceOf(IllegalStateException.class);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactly("config.json");
        }
        Path nowhere = folder.resolve("none/model.gguf");
        assertThatThrownBy(() -> model.write(nowhere, false, NONE, (_, _) -> {}))
                .isInstanceOf(SynthException.class)
                .hasMessageContaining("no folder " + nowhere.getParent());
        assertThatThrownBy(() -> model.write(folder, true, NONE, (_, _) -> {}))
                .hasMessageContaining("is a folder");
    }

    @Test
    void shouldRefuseATypeWhoseBlocksDoNotFit() {
        ModelShape shape = TinyConfig.of("llama").shape(folder);
        assertThatThrownBy(() -> new SynthModel(shape, TensorType.Q4_K, 1))
                .isInstanceOf(SynthException.class)
                .hasMessageContaining(
                        "type Q4_K: tensor token_embd has rows of 64 elements, want a multiple of 256");
        assertThat(Arrays.asList(TensorType.values())).containsAll(SynthModel.TYPES);
    }
}
