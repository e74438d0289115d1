package org.boltmesh.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.boltmesh.shards.SharedData;
import org.boltmesh.shards.ggml.Backend;
import org.boltmesh.shards.ggml.Buffer;
import org.boltmesh.shards.ggml.BufferType;
import org.boltmesh.shards.ggml.Device;
import org.boltmesh.shards.ggml.GraphAllocator;
import org.boltmesh.shards.ggml.Tensor;
import org.boltmesh.shards.gguf.GgufFile;
import org.boltmesh.shards.gguf.TensorInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What was counted before loading against what a shard then takes. */
@Tag("ggml")
final class ShardFootprintTest {
    private static final double TOO_LARGE_MAX = 3;
    private static final long MEMORY_BYTES = 4L << 30;

    @TempDir private Path folder;

    static Stream<Arguments> options() {
        return Stream.of(
                Arguments.of(256, 1, 1, false),
                Arguments.of(512, 8, 1, false),
                Arguments.of(512, 8, 8, true),
                Arguments.of(300, 1, 37, true),
                Arguments.of(512, 8, 37, false),
                Arguments.of(512, 1, 512, false),
                Arguments.of(512, 8, 512, true));
    }

    @ParameterizedTest
    @MethodSource("options")
    void shouldBoundTinyModels(int context, int sequences, int microBatch, boolean kvF32) {
        ShardOptions options =
                new ShardOptions(context, sequences, microBatch, kvF32, 1, false, MEMORY_BYTES);
        check(TinyModel.of("qwen2").write(folder.resolve("a.gguf")), options);
        check(
                TinyModel.of("qwen3")
                        .heads(8, 1, 32, 64)
                        .set("feed_forward_length", 16)
                        .tied()
                        .write(folder.resolve("b.gguf")),
                options);
    }

    @ParameterizedTest
    @CsvSource({"q8_0, 1, 512", "q4_k_m, 8, 512", "f32, 8, 64"})
    void shouldBoundTales(String type, int sequences, int microBatch) {
        ShardOptions options =
                new ShardOptions(512, sequences, microBatch, false, 1, false, MEMORY_BYTES);
        check(SharedData.require("tales/models/tales-qwen3-" + type + ".gguf"), options);
    }

    private static void check(Path file, ShardOptions options) {
        GgufFile gguf = GgufFile.open(file);
        ModelConfig config = ModelConfig.of(gguf);
        LayerRange range = LayerRange.whole(config);
        try (Shard shard = TestShards.load(gguf, options)) {
            run(shard, options, config);
            ShardInfo info = shard.info();
            assertThat(info.computeBytes())
                    .as("scratch of %s", options)
                    .isLessThanOrEqualTo(ShardFootprint.computeBytes(config, range, options));
            long row = (long) config.kvHeadCount() * (config.keySize() + config.valueSize());
            long cells = (options.contextMax() + 255) / 256 * 256L;
            assertThat(info.kvCacheBytes())
                    .isEqualTo(KvCache.sizeBytes(config, range, options))
                    .isEqualTo(
                            row
                                    * (options.kvF32() ? 4 : 2)
                                    * cells
                                    * options.sequencesMax()
                                    * config.layerCount());
            long gaps = gguf.tensors().size() * 31L;
            long weights = gguf.tensors().stream().mapToLong(TensorInfo::sizeBytes).sum();
            assertThat(ShardFootprint.weightBytes(ShardTensors.of(gguf, config, range)))
                    .isEqualTo(weights);
            assertThat(info.weightBytes()).isBetween(weights, weights + gaps);
        }
    }

    /** The largest steps of every kind, at the end of the context. */
    private static void run(Shard shard, ShardOptions options, ModelConfig config) {
        for (Step step : largestSteps(options, new Random(1), config.vocabularySize())) {
            shard.run(step);
        }
    }

    private static List<Step> largestSteps(ShardOptions options, Random random, int vocabulary) {
        int tokens = Math.min(options.microBatchMax(), options.contextMax());
        int[] ids = random.ints(tokens, 0, vocabulary).toArray();
        Step one = new Step();
        one.add(0, options.contextMax() - tokens, ids, 0, tokens, true);
        int sequences = Math.min(options.sequencesMax(), tokens);
        int each = tokens / sequences;
        Step even = new Step();
        Step uneven = new Step();
        for (int sequence = 0; sequence < sequences; sequence++) {
            even.add(sequence, options.contextMax() - each, ids, 0, each, true);
            int length = sequence == 0 ? tokens - sequences + 1 : 1;
            uneven.add(sequence, options.contextMax() - length, ids, 0, length, true);
        }
        return List.of(one, even, uneven);
    }

    private static ModelConfig config(
            String architecture,
            int width,
            int feedForward,
            int heads,
            int keyHeads,
            int size,
            int vocabulary) {
        return new ModelConfig(
                Path.of("none.gguf"),
                architecture,
                1,
                width,
                feedForward,
                heads,
                keyHeads,
                size,
                size,
                131_072,
                vocabulary,
                1e-5f,
                size,
                10_000,
                new RopeScaling(RopeScaling.Kind.NONE, 1, 131_072, 1, 32, 1));
    }

    /** One layer of real models with embedding and head, placed but not computed. */
    static Stream<Arguments> realModels() {
        return Stream.of(
                Arguments.of("Llama 3 8B", config("llama", 4096, 14336, 32, 8, 128, 128_256)),
                Arguments.of("Llama 3 70B", config("llama", 8192, 28672, 64, 8, 128, 128_256)),
                Arguments.of("Llama 2 7B", config("llama", 4096, 11008, 32, 32, 128, 32_000)),
                Arguments.of("Qwen3 32B", config("qwen3", 5120, 25600, 64, 8, 128, 151_936)),
                Arguments.of("Qwen3 0.6B", config("qwen3", 1024, 3072, 16, 8, 128, 151_936)),
                Arguments.of("Qwen2.5 0.5B", config("qwen2", 896, 4864, 14, 2, 64, 151_936)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("realModels")
    void shouldBoundRealModelsClosely(String name, ModelConfig config) {
        Device device = TestLibrary.open().device(Device.Kind.CPU).orElseThrow();
        double most = 0;
        try (Backend backend = Backend.open(device, 1)) {
            for (int microBatch : new int[] {128, 512}) {
                most = Math.max(most, excess(config, real(4096, 1, microBatch), backend));
                most = Math.max(most, excess(config, real(2048, 8, microBatch), backend));
                most = Math.max(most, excess(config, real(16_384, 1, microBatch), backend));
            }
        }
        System.err.printf("%s: scratch counted up to %.2f times%n", name, most);
        assertThat(most).isLessThan(TOO_LARGE_MAX);
    }

    private static ShardOptions real(int context, int sequences, int microBatch) {
        return new ShardOptions(context, sequences, microBatch, false, 1, false, 0);
    }

    /** How many times more is counted than taken: at least once. */
    private static double excess(ModelConfig config, ShardOptions options, Backend backend) {
        BufferType memory = backend.device().bufferType();
        LayerRange range = LayerRange.whole(config);
        ColumnRule rule = new ColumnRule(2, 1, Integer.MAX_VALUE);
        long taken = 0;
        try (Weights weights = untouched(config, memory);
                KvCache cache = new KvCache(memory, config, range, options);
                GraphAllocator allocator = new GraphAllocator(memory)) {
            for (Step step : largestSteps(options, new Random(1), config.vocabularySize())) {
                StepShape shape = new StepShape(rule, rule, config.groupSize());
                shape.fill(step);
                try (StepGraph graph = new StepGraph(config, range, weights, cache, shape)) {
                    graph.place(allocator, backend);
                    taken = Math.max(taken, allocator.sizeBytes());
                }
            }
        }
        taken += ShardFootprint.inputBytes(config, options) + 4L * config.vocabularySize();
        long counted = ShardFootprint.computeBytes(config, range, options);
        assertThat(counted).as("scratch of %s", options).isGreaterThanOrEqualTo(taken);
        return (double) counted / taken;
    }

    /** Weights whose memory is asked for and never used, so that it costs nothing. */
    private static Weights untouched(ModelConfig config, BufferType memory) {
        Weights weights = new Weights(100);
        for (TensorSpec spec : Architecture.of(config).layerTensors(config)) {
            declare(weights, memory, spec.inLayer(0));
        }
        List<Long> matrix = List.of((long) config.embeddingSize(), (long) config.vocabularySize());
        declare(
                weights,
                memory,
                new TensorSpec(Architecture.EMBEDDING, matrix, TensorSpec.Use.LOOKUP_AND_PRODUCT));
        declare(weights, memory, TensorSpec.norm(ShardTensors.OUTPUT_NORM, config.embeddingSize()));
        return weights;
    }

    private static void declare(Weights weights, BufferType memory, TensorSpec spec) {
        int type = spec.dimensions().size() == 1 ? Tensor.F32 : Tensor.Q8_0;
        Tensor tensor = weights.declare(type, spec.dimensions(), spec.name());
        long sizeBytes = memory.sizeBytes(tensor);
        Buffer buffer = memory.allocate(sizeBytes);
        weights.own(buffer);
        buffer.place(tensor, 0);
    }

    @Test
    void shouldCountCacheOfItsLayersOnly() {
        ModelConfig config = config("llama", 4096, 14336, 32, 8, 128, 128_256);
        ShardOptions options = new ShardOptions(8000, 3, 512, false, 1, false, 0);
        assertThat(KvCache.sizeBytes(config, new LayerRange(5, 8, false, false), options))
                .isEqualTo(4L * 3 * 8192 * 8 * (128 + 128) * 2);
    }
}
