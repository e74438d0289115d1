package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.boltmesh.shards.model.Golden;
import org.boltmesh.shards.model.Shard;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.model.StepRunner;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real models over several stages give what one engine gives, and another engine gave. */
@Tag("ggml")
class PipelineGoldenTest {
    private static final int[] LENGTHENED_BY = {0, 50, 90};
    private static final int[] MICRO_BATCHES = {1, 7, 512};
    private static final int STAGES_MAX = 4;

    static Stream<Arguments> goldens() {
        return Stream.of(
                Arguments.of(
                        "models/stories260K/stories260K-f32.gguf",
                        "models/stories260K/golden.json"),
                Arguments.of(
                        "models/TinyStories-656K/tinystories-656k-f32.gguf",
                        "models/TinyStories-656K/golden.json"),
                Arguments.of("models/tiny-qwen3/model.gguf", "models/tiny-qwen3/golden.json"),
                Arguments.of(
                        "tales/models/tales-llama-f32.gguf", "tales/golden/tales-llama-f32.json"),
                Arguments.of(
                        "tales/models/tales-qwen3-f32.gguf", "tales/golden/tales-qwen3-f32.json"));
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void shouldGiveTheGoldenTokens(String model, String golden) {
        RealStages real = new RealStages(model, true, 1);
        List<Golden> goldens = Golden.read(golden);
        int stagesMax = Math.min(STAGES_MAX, real.layerCount());
        System.err.printf("%s: up to %d stages%n", model, stagesMax);
        for (int stageCount = 2; stageCount <= stagesMax; stageCount++) {
            List<Shard> shards = real.split(stageCount);
            for (int microBatch : MICRO_BATCHES) {
                // Leaves the shards open for the next.
                TestPipeline pipeline = real.join(shards, microBatch);
                goldens.forEach(expected -> check(pipeline.head(), expected));
            }
            shards.forEach(Shard::close);
        }
    }

    private static void check(StepExecutor executor, Golden expected) {
        for (int known : LENGTHENED_BY) {
            if (known < expected.greedyIds().size()) {
                check(executor, expected, known);
            }
        }
    }

    private static void check(StepExecutor executor, Golden expected, int known) {
        List<Integer> rest = expected.greedyIds().subList(known, expected.greedyIds().size());
        assertThat(greedy(executor, expected.lengthened(known), rest.size())).isEqualTo(rest);
    }

    /** Whole micro-batches first, then token by token. */
    private static List<Integer> greedy(StepExecutor executor, int[] prompt, int count) {
        executor.open(0, new SequenceOptions(SamplingOptions.greedy(), 0, prompt.length));
        Step step = new Step();
        int batch = executor.info().microBatchMax();
        for (int from = 0; from < prompt.length; from += batch) {
            int to = Math.min(prompt.length, from + batch);
            run(executor, step, from, prompt, from, to, to == prompt.length);
        }
        List<Integer> generated = new ArrayList<>();
        generated.add(executor.sampled().token(0));
        while (generated.size() < count) {
            int position = prompt.length + generated.size() - 1;
            run(executor, step, position, new int[] {generated.getLast()}, 0, 1, true);
            generated.add(executor.sampled().token(0));
        }
        return generated;
    }

    private static void run(
            StepExecutor executor,
            Step step,
            int position,
            int[] tokens,
            int from,
            int to,
            boolean last) {
        step.clear();
        step.add(0, position, tokens, from, to, last);
        executor.run(step);
    }

    /** Eight sampled texts at once, prefill and decode mixed at random. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "models/stories260K/stories260K-f32.gguf",
                "tales/models/tales-qwen3-q8_0.gguf",
                "tales/models/tales-llama-q4_k_m.gguf"
            })
    void shouldGiveTheBitsOfOneEngine(String model) {
        long seed = System.nanoTime();
        RealStages real = new RealStages(model, model.contains("f32"), Step.CHUNKS_MAX);
        LogitsRecorder whole = new LogitsRecorder(real.whole());
        List<List<Integer>> expected;
        try (whole) {
            expected = texts(new LocalExecutor(whole), seed, 0);
        }
        System.err.printf(
                "%s, seed %d, replay bit-equal %s%n", model, seed, whole.replayBitEqual());
        for (int stageCount = 2; stageCount <= STAGES_MAX; stageCount++) {
            List<Shard> shards = real.split(stageCount);
            for (int microBatch : MICRO_BATCHES) {
                LogitsRecorder last = new LogitsRecorder(shards.getLast());
                List<StepRunner> runners = new ArrayList<>(shards);
                runners.set(stageCount - 1, last);
                TestPipeline pipeline = real.join(runners, microBatch);
                List<List<Integer>> texts = texts(pipeline.head(), seed, microBatch);
                if (whole.replayBitEqual()) {
                    assertThat(texts).isEqualTo(expected);
                    assertThat(last.hashes()).isEqualTo(whole.hashes());
                }
            }
            shards.forEach(Shard::close);
        }
    }

    private static List<List<Integer>> texts(StepExecutor executor, long seed, long cuts) {
        Random random = new Random(seed);
        StepDriver driver = new StepDriver(executor, new Random(cuts));
        for (int text : IntStream.range(0, 8).toArray()) {
            List<Integer> prompt =
                    random.ints(1 + random.nextInt(40), 0, executor.info().vocabularySize())
                            .boxed()
                            .toList();
            SamplingOptions options =
                    SamplingOptions.builder().temperature(0.5 * (text % 3)).seed(seed).build();
            driver.add(prompt, 12, options);
        }
        return driver.run();
    }
}
