package org.boltmesh.shards.model;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What cannot be loaded or run is a sentence, never a crash of the library. */
@Tag("ggml")
final class ShardFaultsTest {
    private static final long MEMORY_BYTES = 1L << 30;
    private static final ShardOptions OPTIONS =
            new ShardOptions(300, 2, 16, false, 1, true, MEMORY_BYTES);

    @TempDir private Path folder;
    private final GgmlLibrary library = TestLibrary.open();

    private Path file() {
        return folder.resolve("tiny.gguf");
    }

    private ShardLoader loader(TinyModel model, ShardOptions options) {
        return new ShardLoader(library, GgufFile.open(model.write(file())), options);
    }

    private Shard load(TinyModel model, ShardOptions options) {
        ShardLoader loader = loader(model, options);
        return loader.load(LayerRange.whole(loader.config()), _ -> {});
    }

    private void assertRefused(ThrowingRunnable action, String message, Object... arguments) {
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(action::run)
                .withMessage(message, arguments);
    }

    @FunctionalInterface
    private interface ThrowingRunnable {
        void run() throws IOException;
    }

    @Test
    void shouldRefuseLongerContextThanTrained() {
        ShardOptions options = new ShardOptions(513, 1, 16, false, 1, true, MEMORY_BYTES);
        assertRefused(
                () -> loader(TinyModel.of("llama"), options),
                "%s: context 513, want 1 to 512, which the model was trained on",
                file());
    }

    @Test
    void shouldRefuseOptionsOutOfRange() {
        assertRefused(
                () -> new ShardOptions(0, 1, 1, false, 1, true, 1),
                "context 0, want 1 to 2147483647");
        assertRefused(
                () -> new ShardOptions(1, 9, 1, false, 1, true, 1), "sequences 9, want 1 to 8");
        assertRefused(
                () -> new ShardOptions(1, 1, 4097, false, 1, true, 1),
                "micro-batch 4097, want 1 to 4096");
        assertRefused(
                () -> new ShardOptions(1, 1, 1, false, 0, true, 1), "threads 0, want 1 to 512");
    }

    @Test
    void shouldCountMemoryBeforeItIsTaken() {
        ShardOptions options = new ShardOptions(300, 2, 16, false, 1, true, 20_000);
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> load(TinyModel.of("llama"), options))
                .withMessageStartingWith("%s: not enough memory: weights ", file())
                .withMessageContaining(
                        "key/value cache %,d (context 300 x 2 sequences)", 2 * 2 * 512 * 2 * 48)
                .withMessageEndingWith(
                        "and 20,000 are free; ask for a smaller context, or run fewer layers here");
    }

    /** More than a process can address, so that no system gives it. */
    @Test
    void shouldSayThatMemoryCannotBeHad() {
        TinyModel model =
                TinyModel.of("llama")
                        .heads(128, 128, 128, 128)
                        .set("embedding_length", 8)
                        .set("block_count", 8)
                        .set("context_length", 1 << 24);
        ShardOptions options = new ShardOptions(1 << 24, 8, 16, true, 1, false, Long.MAX_VALUE);
        assertRefused(
                () -> load(model, options),
                "%s: not enough memory: ggml could not allocate %,d bytes of CPU memory; ask for a smaller context, or run fewer layers here",
                file(),
                1L << 47);
        load(TinyModel.of("llama"), OPTIONS).close();
    }

    @Test
    void shouldForgetNumbersThatAreNone() {
        int[] ids = new int[8];
        float[] logits = new float[TinyModel.VOCABULARY];
        ShardLoader loader = loader(TinyModel.of("llama"), OPTIONS);
        try (Shard shard = loader.load(new LayerRange(0, 1, false, true), _ -> {});
                Arena arena = Arena.ofConfined()) {
            MemorySegment none = arena.allocate(JAVA_FLOAT, 8 * 32);
            for (int i = 0; i < 8 * 32; i++) {
                none.setAtIndex(JAVA_FLOAT, i, Float.NaN);
            }
            MemorySegment numbers = arena.allocate(JAVA_FLOAT, 8 * 32);
            numbers.fill((byte) 1);
            shard.run(step(1, 0, ids, 0, 8), numbers);
            shard.run(step(1, 8, ids, 0, 1), numbers);
            shard.logits(0, logits);
            float[] other = logits.clone();

            shard.run(step(0, 0, ids, 0, 8), none);
            shard.run(step(0, 0, ids, 0, 1), numbers);
            shard.logits(0, logits);
            assertThat(logits).as("cells behind the text still count").contains(Float.NaN);
            shard.forget(0);
            shard.run(step(0, 0, ids, 0, 1), numbers);
            shard.logits(0, logits);
            assertThat(logits).doesNotContain(Float.NaN);

            shard.run(step(1, 8, ids, 0, 1), numbers);
            shard.logits(0, logits);
            assertThat(logits).containsExactly(other);
        }
    }

    @Test
    void shouldRefuseWorkAfterItWasClosed() {
        Shard shard = load(TinyModel.of("llama"), OPTIONS);
        shard.run(step(0, 0, new int[] {1}, 0, 1));
        shard.close();
        shard.close();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> shard.run(step(0, 0, new int[] {1}, 0, 1)))
                .withMessage("the shard is closed");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> shard.logits(0, new float[TinyModel.VOCABULARY]))
                .withMessage("no step was run");
    }

    @Test
    void shouldSayThatAFileWasCutAfterItsHeaderWasRead() throws IOException {
        ShardLoader loader = loader(TinyModel.of("llama"), OPTIONS);
        long sizeBytes = Files.size(file());
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            channel.truncate(sizeBytes / 2);
        }
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> loader.load(LayerRange.whole(loader.config()), _ -> {}))
                .withMessageMatching(
                        ".*tiny.gguf, tensor blk[^ ]+: the file has %,d bytes now, want [0-9,]+ as when its header was read"
                                .formatted(sizeBytes / 2));
    }

    @Test
    void shouldSayThatAFileIsGone() throws IOException {
        ShardLoader loader = loader(TinyModel.of("llama"), OPTIONS);
        Files.delete(file());
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> loader.load(LayerRange.whole(loader.config()), _ -> {}))
                .withMessageStartingWith("%s, tensor blk.0.attn_q.weight: ", file())
                .withMessageEndingWith("the file is gone, want it as when its header was read");
    }

    @Test
    void shouldRefuseStepsThatDoNotFit() {
        int[] ids = new int[20];
        ids[19] = TinyModel.VOCABULARY;
        try (Shard shard = load(TinyModel.of("llama"), OPTIONS)) {
            assertRefused(() -> shard.run(new Step()), "step of 0 tokens, want 1 to 16");
            assertRefused(
                    () -> shard.run(step(0, 0, ids, 0, 17)), "step of 17 tokens, want 1 to 16");
            assertRefused(() -> shard.run(step(2, 0, ids, 0, 1)), "sequence 2, want 0 to 1");
            assertRefused(() -> shard.run(step(-1, 0, ids, 0, 1)), "sequence -1, want 0 to 1");
            assertRefused(() -> shard.run(step(0, 299, ids, 0, 2)), "position 299, want 0 to 298");
            assertRefused(() -> shard.run(step(0, 300, ids, 0, 1)), "position 300, want 0 to 299");
            assertRefused(() -> shard.run(step(0, -1, ids, 0, 1)), "position -1, want 0 to 299");
            assertRefused(() -> shard.run(step(0, 0, ids, 15, 20)), "token id 48, want 0 to 47");
            ids[19] = -1;
            assertRefused(() -> shard.run(step(0, 0, ids, 15, 20)), "token id -1, want 0 to 47");
            shard.run(step(1, 299, ids, 0, 1));
        }
    }

    private static Step step(int sequence, int position, int[] ids, int from, int to) {
        Step step = new Step();
        step.add(sequence, position, ids, from, to, true);
        return step;
    }

    @Test
    void shouldNotGiveLogitsOfAnEarlierStep() {
        int[] ids = {1, 2, 3};
        float[] logits = new float[TinyModel.VOCABULARY];
        try (Shard shard = load(TinyModel.of("llama"), OPTIONS)) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> shard.logits(0, logits))
                    .withMessage("no step was run");
            Step two = step(0, 0, ids, 0, 1);
            two.add(1, 0, ids, 1, 2, true);
            shard.run(two);
            shard.logits(1, logits);
            shard.run(step(0, 1, ids, 1, 2));
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> shard.logits(1, logits))
                    .withMessage("chunk 1 did not ask for logits");
        }
    }

    /** Each type that could be a weight is computed, or refused before ggml could crash over it. */
    @ParameterizedTest
    @EnumSource
    void shouldComputeOrRefuseEveryType(TensorType type) {
        TinyModel model =
                TinyModel.of("llama")
                        .set("embedding_length", 256)
                        .set("block_count", 1)
                        .with("token_embd.weight", type, 256, TinyModel.VOCABULARY)
                        .with("output.weight", type, 256, TinyModel.VOCABULARY)
                        .with("blk.0.ffn_up.weight", type, 256, 64);
        try (Shard shard = load(model, OPTIONS)) {
            shard.run(step(0, 0, new int[] {1, 2, 3}, 0, 3));
            float[] logits = new float[TinyModel.VOCABULARY];
            shard.logits(0, logits);
            assertThat(logits).doesNotContain(Float.NaN);
        } catch (ModelException e) {
            assertThat(e)
                    .hasMessageStartingWith("%s: tensor ", file())
                    .message()
                    .containsAnyOf(
                            " is %s, want a type that ggml multiplies".formatted(type),
                            " is %s, which %s does not know".formatted(type, library));
        }
    }
}
