package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Map;
import org.boltmesh.shards.ggml.GgmlLibrary;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorType;
import org.boltmesh.shards.synth.ModelShape;
import org.boltmesh.shards.synth.SynthModel;
import org.boltmesh.shards.synth.TinyConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of random weights, quantised by ggml, are models like others. */
@Tag("ggml")
final class SynthLoadTest {
    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};

    private final GgmlLibrary library = TestLibrary.open();

    @TempDir private Path folder;

    private GgufFile write(ModelShape shape, TensorType type) {
        Path file = folder.resolve("model.gguf");
        new SynthModel(shape, type, 1)
                .write(
                        file,
                        false,
                        (wanted, values, blocks, rows, columns) ->
                                library.quantize(wanted.id(), values, blocks, rows, columns),
                        (_, _) -> {});
        return GgufFile.open(file);
    }

    @ParameterizedTest
    @CsvSource({
        "llama, F16",
        "llama, Q5_1",
        "qwen2, Q8_0",
        "qwen2, BF16",
        "qwen3, Q4_0",
        "qwen3, F32"
    })
    void shouldComputeFiniteLogits(String architecture, TensorType type) {
        Path config =
                TinyConfig.of(architecture)
                        .with("tie_word_embeddings", !architecture.equals("llama"))
                        .write(folder.resolve("config.json"));
        assertLogits(write(ModelShape.read(config), type));
    }

    private static void assertLogits(GgufFile gguf) {
        try (Shard shard = TestShards.load(gguf, TestShards.f16(gguf, 8, 1))) {
            for (float logit : new Greedy(shard, 0).prefill(PROMPT, 8)) {
                assertThat(logit).isFinite().isBetween(-20f, 20f);
            }
        }
    }

    /** Look-ups need the embedding as it is, the product is faster over a copy of it. */
    @Test
    void shouldGiveATiedHeadALayoutOfItsOwn() {
        Path config =
                TinyConfig.of("qwen3").with("vocab_size", 704).write(folder.resolve("config.json"));
        GgufFile gguf = write(ModelShape.read(config), TensorType.Q4_0);
        ShardOptions layouts = TestShards.f16(gguf, 8, 1);
        ShardOptions none =
                new ShardOptions(
                        layouts.contextMax(), 1, 8, false, 1, false, layouts.memoryLimitBytes());
        try (Shard plain = TestShards.load(gguf, none);
                Shard fast = TestShards.load(gguf, layouts)) {
            long embedding = gguf.requireTensor(Architecture.EMBEDDING).sizeBytes();
            long copied = fast.info().weightBytes() - plain.info().weightBytes();
            if (copied < embedding) {
                System.err.println("SKIPPED: this processor has no layout for Q4_0");
                abort("no layout for Q4_0");
            }
            assertThat(new Greedy(fast, 0).prefill(PROMPT, 8))
                    .containsExactly(new Greedy(plain, 0).prefill(PROMPT, 8), within(0.05f));
        }
    }

    @Test
    void shouldTakeLlamasScalingAndSuperBlocks() {
        Path config =
                TinyConfig.of("llama")
                        .with("hidden_size", 256)
                        .with("intermediate_size", 256)
                        .with(
                                "rope_scaling",
                                Map.of(
                                        "rope_type", "llama3",
                                        "factor", 8.0,
                                        "low_freq_factor", 1.0,
                                        "high_freq_factor", 4.0,
                                        "original_max_position_embeddings", 64))
                        .write(folder.resolve("config.json"));
        assertLogits(write(ModelShape.read(config), TensorType.Q4_K));
    }

    @ParameterizedTest
    @CsvSource({"Q8_0, 0.005", "Q4_0, 0.13"})
    void shouldQuantiseToWhatTheTypeHas(TensorType type, double error) {
        int columns = 512;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment values = arena.allocate(columns * 4L, 64);
            for (int i = 0; i < columns; i++) {
                values.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) Math.sin(i));
            }
            MemorySegment blocks = arena.allocate(type.rowBytes(columns), 64);
            library.quantize(type.id(), values, blocks, 1, columns);
            for (int i = 0; i < columns; i++) {
                assertThat(element(type, blocks, i)).isCloseTo(Math.sin(i), within(error));
            }
        }
    }

    /** Blocks of 32: a scale in F16, then a byte each, or the low halves of bytes and the high. */
    private static double element(TensorType type, MemorySegment blocks, int index) {
        long block = (long) index / 32 * type.blockBytes();
        int within = index % 32;
        double scale = Float.float16ToFloat(blocks.get(ValueLayout.JAVA_SHORT_UNALIGNED, block));
        int stored =
                blocks.get(
                        ValueLayout.JAVA_BYTE,
                        block + 2 + (type == TensorType.Q8_0 ? within : within % 16));
        if (type == TensorType.Q8_0) {
            return scale * stored;
        }
        return scale * ((within < 16 ? stored & 15 : (stored >> 4) & 15) - 8);
    }
}
