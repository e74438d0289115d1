package org.boltmesh.shards.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.boltmesh.shards.channel.FrameHeader;
import org.boltmesh.shards.model.Step;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to messages: the right tokens, or a failure that says what and where. */
class PipelineFaultsTest {
    private static final PipelineLimits LIMITS = new PipelineLimits(200, 8, 16);

    private static final int ROUNDS = 40;

    private final Step step = new Step();

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldNeverGiveAWrongToken(int stageCount) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        check(
                stageCount,
                seed,
                () -> {
                    double rate = random.nextDouble() * 0.4;
                    return Wiring.messages()
                            .faults(outlet -> new FaultyOutlet(outlet, random, rate));
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldNeverGiveAWrongTokenOverFramesEither(int stageCount) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int failed =
                check(
                        stageCount,
                        seed,
                        () -> {
                            double rate = random.nextDouble() * 0.2;
                            var channels = new MemoryChannels(8, 300 + FrameHeader.LENGTH_BYTES);
                            return Wiring.framed(new FaultyChannels(channels, random, rate));
                        });
        assertThat(failed).as("what is lost is sent again").isZero();
    }

    /** Returns how many rounds failed, which they may seldom. */
    private static int check(int stageCount, long seed, Supplier<Wiring> wirings) {
        int right = 0;
        int failed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Wiring wiring = wirings.get();
            try (var pipeline = TestPipeline.ofFakes(stageCount, LIMITS, wiring)) {
                assertThat(PipelineTest.texts(pipeline.head(), seed + round))
                        .as("seed %d, round %d", seed, round)
                        .isEqualTo(PipelineTest.alone(LIMITS, seed + round));
                right++;
            } catch (PipelineException e) {
                assertThat(e.kind())
                        .isIn(PipelineException.Kind.TIMEOUT, PipelineException.Kind.GAP);
                failed++;
            }
        }
        System.out.printf("%d rounds right, %d failed%n", right, failed);
        assertThat(right).isGreaterThan(failed);
        return failed;
    }

    @Test
    void shouldIgnoreWhatAnEarlierEpochLeftInTheChannels() {
        Wiring.Messages channels = Wiring.messages();
        List<FakeLayers> runners = TestPipeline.fakes(3, LIMITS);
        try (var old = new TestPipeline(runners, LIMITS, 7, channels)) {
            run(old.head(), 1);
            old.stop(2);
            assertThatExceptionOfType(PipelineException.class).isThrownBy(() -> run(old.head(), 1));
        }
        try (var pipeline = new TestPipeline(runners, LIMITS, 8, channels)) {
            assertThat(PipelineTest.texts(pipeline.head(), 1))
                    .isEqualTo(PipelineTest.alone(LIMITS, 1));
            assertThat(pipeline.counters().mapToLong(PipelineCounters::stale).sum()).isPositive();
            assertThat(pipeline.counters().mapToLong(PipelineCounters::malformed).sum()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldNameTheStageThatDoesNotAnswer(int silent) {
        try (var pipeline = TestPipeline.ofFakes(4, LIMITS, Wiring.messages())) {
            run(pipeline.head(), 1);
            pipeline.stop(silent);
            assertThatExceptionOfType(PipelineException.class)
                    .isThrownBy(() -> run(pipeline.head(), 2))
                    .withMessage(
                            "stage %d, step 2: it does not answer, after 10,000 ms; the pipeline has to be joined anew"
                                    .formatted(silent))
                    .returns(PipelineException.Kind.TIMEOUT, PipelineException::kind)
                    .returns(silent, PipelineException::stage)
                    .returns(2L, PipelineException::step);
            assertThatExceptionOfType(PipelineException.class)
                    .isThrownBy(() -> run(pipeline.head(), 3))
                    .returns(silent, PipelineException::stage);
            assertThat(pipeline.head().isSettled()).isTrue();
        }
    }

    @Test
    void shouldNameTheStageThatGetsNoActivations() {
        Wiring lossy = Wiring.messages().lose("activations-2");
        try (var pipeline = TestPipeline.ofFakes(3, LIMITS, lossy)) {
            assertThatExceptionOfType(PipelineException.class)
                    .isThrownBy(() -> run(pipeline.head(), 1))
                    .withMessageContaining("stage 2, step 1: it waits for activations of stage 1");
        }
    }

    @Test
    void shouldReportAGapAndNotGuess() {
        Wiring.Messages channels = Wiring.messages();
        try (var pipeline = TestPipeline.ofFakes(2, LIMITS, channels)) {
            run(pipeline.head(), 1);
            // Takes step 2 away and lets step 3 come.
            MemorySegment plan = plan(3);
            channels.link("plans-1").offer(plan, plan.byteSize());
            pipeline.work();
            assertThat(pipeline.stages().getFirst().counters().refused()).isEqualTo(1);
            int[] types = new int[1];
            channels.link("reports-1").poll((message, _) -> types[0] = MessageHeader.type(message));
            assertThat(types[0]).isEqualTo(MessageHeader.FAILURE);
            run(pipeline.head(), 2);
        }
    }

    @Test
    void shouldGiveUpForGoodAfterAGap() {
        Wiring.Messages channels = Wiring.messages();
        List<FakeLayers> runners = TestPipeline.fakes(2, LIMITS);
        try (var first = new TestPipeline(runners, LIMITS, 7, channels)) {
            run(first.head(), 1);
            List<StageLoop> own = List.copyOf(first.stages());
            // A stage that was started again without being joined anew has seen no step.
            try (var second = new TestPipeline(runners, LIMITS, 7, channels)) {
                first.stages().clear();
                first.stages().addAll(second.stages());
                assertThatExceptionOfType(PipelineException.class)
                        .isThrownBy(() -> run(first.head(), 2))
                        .withMessageContaining("a plan of step 2 came after step 0, want step 1")
                        .returns(PipelineException.Kind.GAP, PipelineException::kind);
                assertThatExceptionOfType(PipelineException.class)
                        .isThrownBy(() -> run(first.head(), 3))
                        .returns(PipelineException.Kind.GAP, PipelineException::kind);
            }
            first.stages().clear();
            first.stages().addAll(own);
        }
    }

    @Test
    void shouldRunAStepOnceHoweverOftenItComes() {
        Wiring.Messages channels = Wiring.messages();
        List<FakeLayers> runners = TestPipeline.fakes(2, LIMITS);
        try (var pipeline = new TestPipeline(runners, LIMITS, 7, channels)) {
            run(pipeline.head(), 1);
            MemorySegment plan = plan(1);
            for (int i = 0; i < 5; i++) {
                channels.link("plans-1").offer(plan, plan.byteSize());
                pipeline.work();
            }
            assertThat(runners.getLast().steps()).isEqualTo(1);
            assertThat(pipeline.stages().getFirst().counters().repeated()).isEqualTo(5);
            run(pipeline.head(), 2);
        }
    }

    private MemorySegment plan(long stepNumber) {
        MemorySegment buffer = Arena.ofAuto().allocate(PlanLayout.lengthMaxBytes(LIMITS));
        step.clear();
        StageRole head = new StageRole(7, 0, 2, LIMITS);
        return buffer.asSlice(0, PlanWriter.write(buffer, head, stepNumber, 0, 0, step, List.of()));
    }

    private void run(StepExecutor executor, int token) {
        executor.open(0, new SequenceOptions(SamplingOptions.greedy(), 0, 1));
        step.clear();
        step.add(0, 0, new int[] {token}, 0, 1, true);
        executor.run(step);
    }
}
