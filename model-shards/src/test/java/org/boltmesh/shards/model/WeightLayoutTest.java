package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.Device;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same weights give the same bits wherever in however many files they lie. */
@Tag("ggml")
final class WeightLayoutTest {
    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9, 2, 6};

    @TempDir private Path folder;
    private float[] expected = {};

    private static TinyModel model() {
        return TinyModel.of("qwen2").heads(4, 2, 10, 6).set("embedding_length", 36);
    }

    @BeforeEach
    void runWhole() {
        expected = logits(GgufFile.open(model().write(folder.resolve("whole.gguf"))));
        assertThat(expected).doesNotContain(Float.NaN);
    }

    private static float[] logits(GgufFile gguf) {
        try (Shard shard = TestShards.load(gguf, TestShards.f32(gguf, 16))) {
            assertThat(shard.info().weightBytes())
                    .isGreaterThanOrEqualTo(
                            gguf.tensors().stream().mapToLong(TensorInfo::sizeBytes).sum());
            return new Greedy(shard, 0).prefill(PROMPT, PROMPT.length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 27})
    void shouldLoadSplitFiles(int parts) {
        GgufFile gguf = GgufFile.open(model().writeSplit(folder, parts));
        assertThat(gguf.parts()).hasSize(parts);
        assertThat(logits(gguf)).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 64, 4096})
    void shouldLoadTensorsOfAnyAlignment(int bytes) {
        GgufFile gguf = GgufFile.open(model().alignment(bytes).write(folder.resolve("other.gguf")));
        boolean odd = gguf.tensors().stream().anyMatch(t -> t.offsetBytes() % 32 != 0);
        assertThat(odd).as("tensors that cannot be mapped").isEqualTo(bytes < 32);
        assertThat(logits(gguf)).containsExactly(expected);
    }

    @Test
    void shouldLoadFromAReadOnlyFile() throws IOException {
        Path file = model().write(folder.resolve("read-only.gguf"));
        assertThat(file.toFile().setReadOnly()).isTrue();
        byte[] before = Files.readAllBytes(file);
        assertThat(logits(GgufFile.open(file))).containsExactly(expected);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    /** Q4_0 is laid out anew on processors with AVX2 or its like; others have nothing to show. */
    @Test
    void shouldKeepNoMapOfWeightsThatAreLaidOutAnew() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        assumeTrue(Files.exists(maps), "no " + maps);
        Path file = SharedData.require("tales/models/tales-llama-q4_0.gguf");
        GgufFile gguf = GgufFile.open(file);
        long weightBytes = gguf.tensors().stream().mapToLong(TensorInfo::sizeBytes).sum();
        long laidOutBytes = laidOutBytes(gguf);
        assumeTrue(laidOutBytes > 0, "no kernel here wants another layout");
        try (Shard shard = TestShards.load(gguf, TestShards.f16(gguf, 16, 1))) {
            assertThat(shard.info().weightBytes()).isGreaterThanOrEqualTo(weightBytes);
            assertThat(mappedBytes(maps, file))
                    .isBetween(1L, weightBytes - laidOutBytes + gguf.tensors().size() * 8192L);
        }
        assertThat(mappedBytes(maps, file)).isZero();
    }

    private static long laidOutBytes(GgufFile gguf) {
        ModelConfig config = ModelConfig.of(gguf);
        List<ShardTensors.Wanted> tensors = ShardTensors.of(gguf, config, LayerRange.whole(config));
        Device device = TestLibrary.open().device(Device.Kind.CPU).orElseThrow();
        try (Backend backend = Backend.open(device, 1)) {
            KernelChoice kernels = new KernelChoice(gguf, tensors, backend, true, 16);
            return tensors.stream()
                    .filter(tensor -> kernels.layout(tensor).isPresent())
                    .mapToLong(tensor -> tensor.info().sizeBytes())
                    .sum();
        }
    }

    private static long mappedBytes(Path maps, Path file) throws IOException {
        return Files.readAllLines(maps).stream()
                .filter(line -> line.endsWith("/" + file.getFileName()))
                .map(line -> line.split("[- ]", 3))
                .mapToLong(ends -> Long.parseLong(ends[1], 16) - Long.parseLong(ends[0], 16))
                .sum();
    }

    @Test
    void shouldTellProgress() {
        GgufFile gguf = GgufFile.open(model().alignment(16).write(folder.resolve("other.gguf")));
        List<Long> told = new ArrayList<>();
        ShardLoader loader = new ShardLoader(TestLibrary.open(), gguf, TestShards.f32(gguf, 16));
        loader.load(LayerRange.whole(loader.config()), told::add).close();
        assertThat(told).isSorted().hasSameSizeAs(gguf.tensors());
        assertThat(told.getLast())
                .isEqualTo(gguf.tensors().stream().mapToLong(TensorInfo::sizeBytes).sum());
    }
}
