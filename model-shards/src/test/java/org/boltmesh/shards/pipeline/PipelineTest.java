package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.boltmesh.shards.model.ModelException;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.SamplingOptionException;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineTest {
    private static final PipelineLimits LIMITS = new PipelineLimits(200, 8, 64);
    private static final SamplingOptions GREEDY = SamplingOptions.greedy();

    private final Step step = new Step();

    @ParameterizedTest
    @CsvSource({"2,1", "2,7", "2,512", "3,1", "3,7", "3,512", "4,1", "4,7", "4,512"})
    void shouldGiveTheTokensOfOneEngine(int stageCount, int microBatch) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        PipelineLimits limits = new PipelineLimits(200, 8, microBatch);
        try (var pipeline = TestPipeline.ofFakes(stageCount, limits, Wiring.messages())) {
            assertThat(texts(pipeline.head(), seed)).isEqualTo(alone(limits, seed));
            assertThat(pipeline.counters())
                    .allSatisfy(
                            counters -> {
                                assertThat(counters.malformed()).isZero();
                                assertThat(counters.stale()).isZero();
                                assertThat(counters.repeated()).isZero();
                                assertThat(counters.refused()).isZero();
                            });
        }
    }

    @ParameterizedTest
    @CsvSource({"2,1", "2,512", "4,7", "4,512"})
    void shouldGiveTheSameOverSmallFrames(int stageCount, int microBatch) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        PipelineLimits limits = new PipelineLimits(200, 8, microBatch);
        Wiring wiring = Wiring.framed(new MemoryChannels(3, 300 + 48));
        try (var pipeline = TestPipeline.ofFakes(stageCount, limits, wiring)) {
            assertThat(texts(pipeline.head(), seed)).isEqualTo(alone(limits, seed));
            assertThat(pipeline.counters().mapToLong(PipelineCounters::repeated).sum()).isZero();
        }
    }

    @Test
    void shouldRefuseEveryAddressOfAnEngineThatWorksAlone() {
        assertThatExceptionOfType(ChannelException.class)
                .isThrownBy(() -> ChannelFactory.none().sender("somewhere"))
                .withMessageContaining("address somewhere");
        assertThatExceptionOfType(ChannelException.class)
                .isThrownBy(() -> ChannelFactory.none().receiver("somewhere"));
    }

    static List<List<Integer>> alone(PipelineLimits limits, long seed) {
        FakeLayers whole = TestPipeline.fakes(1, limits).getFirst();
        return texts(new LocalExecutor(whole), seed);
    }

    /** Eight texts with all kinds of options; cut in a way that depends on the seed as well. */
    static List<List<Integer>> texts(StepExecutor executor, long seed) {
        Random random = new Random(seed);
        StepDriver driver = new StepDriver(executor, new Random(random.nextLong()));
        for (int text = 0; text < 8; text++) {
            List<Integer> prompt =
                    random.ints(1 + random.nextInt(40), 0, FakeLayers.PLAIN).boxed().toList();
            driver.add(prompt, 1 + random.nextInt(40), options(random));
        }
        return driver.run();
    }

    private static SamplingOptions options(Random random) {
        SamplingOptions.Builder options = SamplingOptions.builder().seed(random.nextLong());
        options.temperature(random.nextInt(3)).topK(random.nextInt(2) * 20);
        options.topP(0.5 + random.nextDouble() / 2).minP(random.nextDouble() / 10);
        options.frequencyPenalty(random.nextDouble()).presencePenalty(random.nextDouble());
        options.repetitionPenalty(1 + random.nextDouble() / 4);
        options.penaltyWindow(random.nextInt(64));
        options.logitBias(Map.of(random.nextInt(60), -1f, 60, Float.NEGATIVE_INFINITY));
        return options.logprobs(random.nextInt(3)).build();
    }

    @Test
    void shouldSendLogprobsAlong() {
        SamplingOptions options = SamplingOptions.builder().logprobs(20).seed(5).build();
        LocalExecutor alone = new LocalExecutor(TestPipeline.fakes(1, LIMITS).getFirst());
        try (var pipeline = TestPipeline.ofFakes(3, LIMITS, Wiring.messages())) {
            run(alone, 3, options, 1, 2, 3);
            run(pipeline.head(), 3, options, 1, 2, 3);
            assertThat(pipeline.head().sampled().logprobs(0))
                    .hasSize(21)
                    .isEqualTo(alone.sampled().logprobs(0));
        }
    }

    @Test
    void shouldReportABiasOutsideTheVocabularyAsAFaultOfItsChunk() {
        SamplingOptions options = SamplingOptions.builder().logitBias(Map.of(64, 1f)).build();
        try (var pipeline = TestPipeline.ofFakes(2, LIMITS, Wiring.messages())) {
            run(pipeline.head(), 0, options, 1);
            SampledTokens sampled = pipeline.head().sampled();
            assertThat(sampled.kind(0)).isEqualTo(SampledTokens.Kind.BAD_OPTIONS);
            assertThat(sampled.message(0)).contains("logit_bias").contains("0 to 63");
        }
    }

    @Test
    void shouldBoundLogitBiases() {
        Map<Integer, Float> biases = new HashMap<>();
        IntStream.range(0, SamplingOptions.LOGIT_BIAS_MAX).forEach(id -> biases.put(id, 1f));
        SamplingOptions.builder().logitBias(biases).build();
        biases.put(2000, 1f);
        assertThatExceptionOfType(SamplingOptionException.class)
                .isThrownBy(() -> SamplingOptions.builder().logitBias(biases).build())
                .withMessageContaining("1025 tokens");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldGoOnAfterAStepThatAStageRefuses(int stageCount) {
        try (var pipeline = TestPipeline.ofFakes(stageCount, LIMITS, Wiring.messages())) {
            int refusing = Math.min(2, stageCount - 1);
            run(pipeline.head(), 1, GREEDY, 5, 6);
            assertThatExceptionOfType(PipelineException.class)
                    .isThrownBy(() -> run(pipeline.head(), 0, GREEDY, FakeLayers.POISON))
                    .withMessage("stage %d, step 2: token 63 is poison".formatted(refusing))
                    .returns(PipelineException.Kind.REFUSED, PipelineException::kind);
            pipeline.head().release(0);
            assertThat(texts(pipeline.head(), 1)).isEqualTo(alone(LIMITS, 1));
        }
    }

    @Test
    void shouldRefuseToGoOnWithASequenceThatAStageGaveUp() {
        try (var pipeline = TestPipeline.ofFakes(3, LIMITS, Wiring.messages())) {
            assertThatExceptionOfType(PipelineException.class)
                    .isThrownBy(() -> run(pipeline.head(), 0, GREEDY, 1, FakeLayers.POISON));
            step.clear();
            step.add(0, 2, new int[] {1}, 0, 1, true);
            assertThatExceptionOfType(PipelineException.class)
                    .isThrownBy(() -> pipeline.head().run(step))
                    .withMessageContaining("sequence 0 goes on at position 2, want 0 to 0")
                    .returns(PipelineException.Kind.INVALID, PipelineException::kind);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotLetNumbersThatAreNoneReachTheNextText(boolean isSettledFirst) {
        try (var pipeline = TestPipeline.ofFakes(4, LIMITS, Wiring.messages())) {
            run(pipeline.head(), 0, GREEDY, 1, FakeLayers.OVERFLOW);
            assertThat(pipeline.head().sampled().kind(0)).isEqualTo(SampledTokens.Kind.BAD_LOGITS);
            pipeline.head().release(0);
            if (isSettledFirst) {
                pipeline.head().settle();
            }
            run(pipeline.head(), 0, GREEDY, 3);
            assertThat(pipeline.head().sampled().kind(0)).isEqualTo(SampledTokens.Kind.TOKEN);
            assertThat(pipeline.head().isSettled()).isTrue();
        }
    }

    @Test
    void shouldRefuseAStepBeyondTheLimitsWithoutAGap() {
        PipelineLimits narrow = new PipelineLimits(200, 8, 4);
        try (var pipeline =
                new TestPipeline(TestPipeline.fakes(2, LIMITS), narrow, 1, Wiring.messages())) {
            assertThat(pipeline.head().info().microBatchMax()).isEqualTo(4);
            assertThatExceptionOfType(ModelException.class)
                    .isThrownBy(() -> run(pipeline.head(), 0, GREEDY, 1, 2, 3, 4, 5))
                    .withMessage("step of 5 tokens, want at most 4");
            run(pipeline.head(), 0, GREEDY, 1, 2, 3, 4);
        }
    }

    @Test
    void shouldForgetAReleasedSequenceWithTheNextStep() {
        try (var pipeline = TestPipeline.ofFakes(4, LIMITS, Wiring.messages())) {
            run(pipeline.head(), 2, GREEDY, 1, 2);
            run(pipeline.head(), 3, GREEDY, 1, 2);
            pipeline.head().release(2);
            assertThat(pipeline.head().isSettled()).isFalse();
            assertThat(pipeline.isKnown(2)).isTrue();
            run(pipeline.head(), 3, GREEDY, 1, 2);
            assertThat(pipeline.head().isSettled()).isTrue();
            assertThat(pipeline.isKnown(2)).isFalse();
            assertThat(pipeline.isKnown(3)).isTrue();
        }
    }

    @Test
    void shouldForgetReleasedSequencesWithoutAStep() {
        try (var pipeline = TestPipeline.ofFakes(4, LIMITS, Wiring.messages())) {
            run(pipeline.head(), 2, GREEDY, 1, 2);
            pipeline.head().release(2);
            pipeline.head().settle();
            assertThat(pipeline.head().isSettled()).isTrue();
            assertThat(pipeline.isKnown(2)).isFalse();
            run(pipeline.head(), 2, GREEDY, 3);
        }
    }

    @Test
    void shouldTakeTheLatestOptionsOfASequence() {
        SamplingOptions biased = SamplingOptions.builder().logitBias(Map.of(9, 100f)).build();
        try (var pipeline = TestPipeline.ofFakes(2, LIMITS, Wiring.messages())) {
            run(pipeline.head(), 0, GREEDY, 1);
            run(pipeline.head(), 0, biased, 1);
            assertThat(pipeline.head().sampled().token(0)).isEqualTo(9);
        }
    }

    @Test
    void shouldRunOnThreadsOfTheirOwn() throws InterruptedException {
        Wiring wiring = Wiring.framed(new MemoryChannels());
        List<FakeLayers> runners = TestPipeline.fakes(3, LIMITS);
        List<Thread> threads = new ArrayList<>();
        for (int stage = 1; stage < 3; stage++) {
            StageRole role = new StageRole(1, stage, 3, LIMITS);
            StageLinks links = wiring.stage(role, FakeLayers.EMBEDDING, System::nanoTime);
            StageLoop loop = new StageLoop(role, runners.get(stage), links, new NoObserver());
            threads.add(Thread.ofPlatform().daemon().start(() -> work(loop)));
        }
        StageRole first = new StageRole(1, 0, 3, LIMITS);
        PipelineHead head =
                new PipelineHead(
                        first,
                        TestPipeline.TIMES,
                        runners.getFirst(),
                        wiring.head(first, FakeLayers.EMBEDDING, System::nanoTime),
                        System::nanoTime,
                        new BackoffIdle());
        assertThat(texts(head, 3)).isEqualTo(alone(LIMITS, 3));
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
        head.close();
    }

    private static void work(StageLoop loop) {
        BackoffIdle idle = new BackoffIdle();
        while (!Thread.currentThread().isInterrupted()) {
            idle.idle(loop.doWork());
        }
        loop.close();
    }

    private void run(StepExecutor executor, int sequence, SamplingOptions options, int... tokens) {
        executor.open(sequence, new SequenceOptions(options, 0, tokens.length));
        step.clear();
        step.add(sequence, 0, tokens, 0, tokens.length, true);
        executor.run(step);
    }
}
