package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.boltmesh.shards.pipeline.LocalExecutor;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.TestPipeline;
import org.boltmesh.shards.pipeline.Wiring;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelServiceTest {
    private final RecordingSink sink = new RecordingSink();
    private final AtomicLong nowNs = new AtomicLong();

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 512})
    void shouldGiveEveryGenerationItsTextWhateverTheBatch(int microBatch) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        FakeRunner runner = new FakeRunner(200, 8, microBatch);
        ModelService service = service(runner);
        Map<Long, List<Integer>> expected = new TreeMap<>();
        for (long id = 1; id <= 30; id++) {
            List<Integer> prompt = randomTokens(random, 1 + random.nextInt(60));
            int count = 1 + random.nextInt(40);
            expected.put(id, FakeRunner.expected(prompt, count));
            submit(service, runner, Requests.generate(id, prompt, count));
            service.step();
        }
        runToEnd(service);
        expected.forEach((id, tokens) -> assertThat(sink.tokens(id)).isEqualTo(tokens));
        assertThat(runner.largestStep()).isLessThanOrEqualTo(microBatch);
    }

    @Test
    void shouldEndAtMaxTokens() {
        FakeRunner runner = new FakeRunner(100, 1, 8);
        ModelService service = service(runner);
        submit(service, runner, Requests.generate(1, List.of(1, 2, 3), 4));
        runToEnd(service);
        assertThat(sink.tokens(1)).hasSize(4);
        assertThat(sink.finished(1).reason()).isEqualTo(FinishReason.LENGTH);
        assertThat(sink.finished(1).promptTokens()).isEqualTo(3);
        assertThat(sink.finished(1).generatedTokens()).isEqualTo(4);
    }

    @Test
    void shouldEndWhereTheContextEnds() {
        FakeRunner runner = new FakeRunner(10, 1, 8);
        ModelService service = service(runner);
        List<Integer> prompt = List.of(1, 2, 3, 4, 5, 6, 7, 8);
        submit(service, runner, Requests.generate(1, prompt, Integer.MAX_VALUE));
        runToEnd(service);
        assertThat(sink.tokens(1)).isEqualTo(FakeRunner.expected(prompt, 3));
        assertThat(sink.finished(1).reason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void shouldStopAtAnEndTokenWithoutSendingIt() {
        List<Integer> prompt = promptThatEnds();
        FakeRunner runner = new FakeRunner(100, 1, 8);
        ModelService service = service(runner);
        var request = new EngineRequest.Generate(1, prompt, Requests.GREEDY, 50, 0, true);
        submit(service, runner, request);
        runToEnd(service);
        assertThat(sink.finished(1).reason()).isEqualTo(FinishReason.STOP);
        assertThat(sink.tokens(1)).isEqualTo(FakeRunner.expected(prompt, 2)).doesNotContain(5);
    }

    private static List<Integer> promptThatEnds() {
        for (int first = 0; first < 10_000; first++) {
            List<Integer> prompt = List.of(first % 60, first / 60 % 60, first / 3600);
            List<Integer> next = FakeRunner.expected(prompt, 3);
            if (next.indexOf(5) == 2) {
                return prompt;
            }
        }
        throw new AssertionError("no prompt ends after two tokens");
    }

    @Test
    void shouldFreeTheSequenceOfACancelledOneForTheNextStep() {
        FakeRunner runner = new FakeRunner(100, 1, 8);
        ModelService service = service(runner);
        Generation first = submit(service, runner, Requests.generate(1, List.of(1), 50));
        submit(service, runner, Requests.generate(2, List.of(2), 1));
        service.step();
        service.cancel(first);
        service.step();
        assertThat(sink.finished(1).reason()).isEqualTo(FinishReason.CANCELLED);
        assertThat(sink.tokens(1)).hasSize(1);
        assertThat(sink.tokens(2)).isEqualTo(FakeRunner.expected(List.of(2), 1));
    }

    @Test
    void shouldFreeTheSequenceOfACancelledOneOnAllStagesWithinAStep() {
        PipelineLimits limits = new PipelineLimits(100, 2, 8);
        try (var pipeline = TestPipeline.ofFakes(4, limits, Wiring.messages())) {
            var service = new ModelService(pipeline.head(), FakeLoader.vocabulary(), nowNs::get);
            var first = new Generation(Requests.generate(1, List.of(1), 50), 100, sink);
            var second = new Generation(Requests.generate(2, List.of(2), 50), 100, sink);
            service.submit(first);
            service.submit(second);
            service.step();
            service.cancel(second);
            assertThat(pipeline.isKnown(1)).isTrue();
            assertThat(service.step()).isTrue();
            assertThat(pipeline.isKnown(1)).isFalse();
            service.cancel(first);
            assertThat(service.isIdle()).isFalse();
            assertThat(service.step()).isFalse();
            assertThat(service.isIdle()).isTrue();
            assertThat(pipeline.isKnown(0)).isFalse();
        }
    }

    @Test
    void shouldCancelEverythingOfOneSink() {
        FakeRunner runner = new FakeRunner(100, 1, 8);
        ModelService service = service(runner);
        for (long id = 1; id <= 3; id++) {
            submit(service, runner, Requests.generate(id, List.of(1), 50));
        }
        service.cancelAll(sink);
        assertThat(service.step()).isFalse();
        assertThat(sink.events()).hasSize(3);
    }

    @Test
    void shouldRefuseOneTooManyByType() {
        FakeRunner runner = new FakeRunner(100, 1, 8);
        ModelService service = service(runner);
        for (long id = 0; id <= ModelService.WAITING_MAX + 1; id++) {
            submit(service, runner, Requests.generate(id, List.of(1), 50));
        }
        assertThat(sink.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        EngineEvent.Failed.class,
                        failed -> {
                            assertThat(failed.code()).isEqualTo(FailureCode.QUEUE_FULL);
                            assertThat(failed.message()).contains("64 requests wait");
                        });
    }

    @Test
    void shouldFailThoseInAStepThatFailsAndGoOn() {
        FakeRunner runner = new FakeRunner(100, 2, 8);
        ModelService service = service(runner);
        submit(service, runner, Requests.generate(1, List.of(FakeRunner.POISON), 5));
        service.step();
        submit(service, runner, Requests.generate(2, List.of(2), 5));
        runToEnd(service);
        assertThat(sink.events())
                .contains(
                        new EngineEvent.Failed(
                                OptionalLong.of(1), FailureCode.MODEL, "token 63 is poison"));
        assertThat(sink.tokens(2)).isEqualTo(FakeRunner.expected(List.of(2), 5));
    }

    @Test
    void shouldNotLetNumbersThatAreNoneReachTheNextText() {
        FakeRunner runner = new FakeRunner(100, 1, 8);
        ModelService service = service(runner);
        submit(service, runner, Requests.generate(1, List.of(FakeRunner.OVERFLOW), 5));
        submit(service, runner, Requests.generate(2, List.of(2), 5));
        runToEnd(service);
        assertThat(sink.events().getFirst())
                .isInstanceOfSatisfying(
                        EngineEvent.Failed.class,
                        failed -> assertThat(failed.message()).contains("NaN, want a number"));
        assertThat(sink.tokens(2)).isEqualTo(FakeRunner.expected(List.of(2), 5));
    }

    @Test
    void shouldMeasurePrefillAndDecode() {
        FakeRunner runner = new FakeRunner(100, 1, 4);
        runner.beforeStep(() -> nowNs.addAndGet(1000));
        ModelService service = service(runner);
        submit(service, runner, Requests.generate(1, List.of(1, 2, 3, 4, 5, 6), 4));
        runToEnd(service);
        assertThat(sink.finished(1).times()).isEqualTo(new GenerationTimes(6, 2000, 3, 3000));
    }

    @Test
    void shouldFailWhatRunsWhenItIsClosed() {
        FakeRunner runner = new FakeRunner(100, 1, 4);
        ModelService service = service(runner);
        submit(service, runner, Requests.generate(1, List.of(1), 4));
        service.close(FailureCode.STOPPING, "the engine is shutting down");
        assertThat(sink.events())
                .singleElement()
                .isInstanceOfSatisfying(
                        EngineEvent.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(FailureCode.STOPPING));
    }

    private ModelService service(FakeRunner runner) {
        return new ModelService(new LocalExecutor(runner), FakeLoader.vocabulary(), nowNs::get);
    }

    private Generation submit(
            ModelService service, FakeRunner runner, EngineRequest.Generate request) {
        int context = runner.info().contextMax();
        var generation = new Generation(request, context, sink);
        service.submit(generation);
        return generation;
    }

    private static void runToEnd(ModelService service) {
        int steps = 0;
        while (service.step()) {
            assertThat(steps++).isLessThan(100_000);
        }
    }

    private static List<Integer> randomTokens(Random random, int count) {
        List<Integer> tokens = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            tokens.add(random.nextInt(FakeRunner.OVERFLOW));
        }
        return tokens;
    }
}
