package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.pipeline.FakeLayers;
import org.boltmesh.shards.pipeline.MemoryChannels;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;
import org.boltmesh.shards.pipeline.TestPipeline;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several engines, driven over their sockets, that serve one model together. */
@Timeout(120)
class PipelineEnginesTest {
    private static final int CONTEXT = 512;
    private static final LayerRange WHOLE = LayerRange.of(0, 3, FakeLayers.LAYERS);

    @Test
    void shouldGiveTheTokensOfOneEngine() throws IOException {
        try (var alone = new Engines(1);
                var three = new Engines(3)) {
            three.join(1);
            assertThat(answers(three)).isEqualTo(answers(alone));
            EngineClient stage = three.clients.get(1);
            Await.until(() -> steps(stage) > 0);
        }
    }

    private static long steps(EngineClient client) {
        client.ping();
        return client.heartbeat().map(EngineEvent.Heartbeat::steps).orElse(0L);
    }

    private static Map<Long, List<Integer>> answers(Engines engines) {
        Map<Long, List<Integer>> tokens = new TreeMap<>();
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (long id = 100; id < 106; id++) {
            List<Integer> answer = new ArrayList<>();
            tokens.put(id, answer);
            var sampling =
                    SamplingOptions.builder().seed(id).temperature((double) (id % 2)).build();
            var request =
                    new EngineRequest.Generate(
                            id, List.of((int) id - 90, 5, 6), sampling, 30, 0, false);
            answers.add(engines.head().generate(request, token -> answer.add(token.token())));
        }
        answers.forEach(Await::get);
        return tokens;
    }

    @Test
    void shouldGenerateOnlyAtTheHeadOfAPipeline() throws IOException {
        try (var engines = new Engines(2)) {
            assertThat(Await.failure(generate(engines.head(), 7, 1)))
                    .hasMessage(
                            "this engine holds layers 0..1 only, want it to join a pipeline first")
                    .returns(FailureCode.NOT_JOINED, EngineException::code);
            engines.join(1);
            Await.get(generate(engines.head(), 8, 1));
            assertThat(Await.failure(generate(engines.clients.get(1), 9, 1)))
                    .hasMessageContaining("stage 1 of a pipeline, want its head")
                    .returns(FailureCode.NOT_JOINED, EngineException::code);
        }
    }

    @Test
    void shouldRefuseAPlaceThatDoesNotFit() throws IOException {
        try (var engines = new Engines(2)) {
            PipelineLimits limits = new PipelineLimits(CONTEXT, 2, 16);
            assertRefused(engines, new StageRole(1, 1, 2, limits), "as stage 1 of 2");
            assertRefused(engines, new StageRole(1, 0, 3, limits), "addresses for 2 stages");
            assertRefused(
                    engines,
                    new StageRole(1, 0, 2, new PipelineLimits(CONTEXT + 1, 2, 16)),
                    "context 513, want at most the 512");
            assertRefused(
                    engines,
                    new StageRole(1, 0, 2, new PipelineLimits(CONTEXT, 3, 16)),
                    "sequences 3");
            assertRefused(
                    engines,
                    new StageRole(1, 0, 2, new PipelineLimits(CONTEXT, 2, 17)),
                    "micro-batch 17");
        }
    }

    private static void assertRefused(Engines engines, StageRole role, String problem) {
        assertThat(Await.failure(engines.head().join(request(engines.head(), role, 2))))
                .hasMessageContaining(problem)
                .returns(FailureCode.INVALID_REQUEST, EngineException::code);
    }

    @Test
    void shouldTakeTheSameJoinAgainAndNoEarlierEpoch() throws IOException {
        try (var engines = new Engines(2)) {
            engines.join(5);
            engines.join(5);
            Await.get(generate(engines.head(), 8, 3));
            StageRole earlier = new StageRole(4, 0, 2, new PipelineLimits(CONTEXT, 2, 16));
            assertRefused(engines, earlier, "epoch 4, want more than 5");
            StageRole other = new StageRole(5, 0, 2, new PipelineLimits(CONTEXT, 1, 16));
            assertRefused(engines, other, "epoch 5, want more than 5");
            Await.get(generate(engines.head(), 9, 3));
        }
    }

    @Test
    void shouldFailWhatRunsWhenItIsJoinedAnewAndGoOn() throws IOException {
        try (var engines = new Engines(3)) {
            engines.join(1);
            var begun = new CountDownLatch(1);
            var answer =
                    engines.head()
                            .generate(
                                    Requests.generate(8, List.of(1), CONTEXT - 2),
                                    _ -> begun.countDown());
            awaitQuietly(begun);
            engines.join(2);
            if (!answer.isDone() || answer.isCompletedExceptionally()) {
                assertThat(Await.failure(answer))
                        .hasMessageContaining("joined anew")
                        .returns(FailureCode.PIPELINE, EngineException::code);
            }
            Await.get(generate(engines.head(), 9, 3));
        }
    }

    @Test
    void shouldNotWaitForAStageThatHasJoinedAnew() throws IOException {
        try (var engines = new Engines(2)) {
            engines.join(1);
            Await.get(generate(engines.head(), 8, 3));
            PipelineLimits limits = new PipelineLimits(CONTEXT, 2, 16);
            EngineClient stage = engines.clients.get(1);
            Await.get(stage.join(request(stage, new StageRole(2, 1, 2, limits), 2)));
            // A request is told that it ended before its last step has.
            Await.until(() -> isIdleAfter(engines.head(), 3));
            var stuck = generate(engines.head(), 9, 3);
            Await.until(() -> isInStep(engines.head()));
            engines.join(2);
            assertThat(Await.failure(stuck))
                    .hasMessageContaining("broken off, as the pipeline is joined anew")
                    .returns(FailureCode.PIPELINE, EngineException::code);
            Await.get(generate(engines.head(), 10, 3));
        }
    }

    private static boolean isIdleAfter(EngineClient engine, int steps) {
        engine.ping();
        return engine.heartbeat()
                .filter(beat -> beat.steps() >= steps && beat.stepRunningNs() == 0)
                .isPresent();
    }

    private static boolean isInStep(EngineClient engine) {
        engine.ping();
        return engine.heartbeat().filter(beat -> beat.stepRunningNs() > 0).isPresent();
    }

    @Test
    void shouldNameTheStageThatIsGoneAndServeAgainOnceItIsReplaced() throws IOException {
        try (var engines = new Engines(3)) {
            engines.join(1);
            Await.get(generate(engines.head(), 8, 3));
            engines.replace(2);
            assertThat(Await.failure(generate(engines.head(), 9, 3)))
                    .hasMessageContaining("stage 2, step ")
                    .returns(FailureCode.PIPELINE, EngineException::code);
            assertThat(Await.failure(generate(engines.head(), 10, 3)))
                    .hasMessageContaining("stage 2, step ")
                    .returns(FailureCode.PIPELINE, EngineException::code);
            engines.join(2);
            Await.get(generate(engines.head(), 11, 3));
        }
    }

    @Test
    void shouldServeAWholeModelAsTheOnlyStage() throws IOException {
        try (var engines = new Engines(1)) {
            engines.join(1);
            Await.get(generate(engines.head(), 8, 3));
        }
    }

    @Test
    void shouldRefuseToJoinWithoutAModelOrWithoutChannels() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            StageRole role = new StageRole(1, 0, 2, new PipelineLimits(CONTEXT, 2, 16));
            assertThat(Await.failure(client.join(request(client, role, 2))))
                    .returns(FailureCode.NOT_LOADED, EngineException::code);
            load(client, LayerRange.of(0, 1, FakeLayers.LAYERS));
            assertThat(Await.failure(client.join(request(client, role, 2))))
                    .hasMessageContaining("address plans-1")
                    .returns(FailureCode.PIPELINE, EngineException::code);
        }
    }

    private static CompletableFuture<EngineEvent.Finished> generate(
            EngineClient client, long id, int count) {
        return client.generate(Requests.generate(id, List.of(1, 2), count), _ -> {});
    }

    private static EngineRequest.JoinPipeline request(
            EngineClient client, StageRole role, int stageCount) {
        return new EngineRequest.JoinPipeline(
                client.newRequestId(),
                role,
                TestPipeline.addresses(stageCount),
                new PipelineTimes(TimeUnit.MILLISECONDS.toNanos(100), TimeUnit.SECONDS.toNanos(2)));
    }

    private static void load(EngineClient client, LayerRange layers) {
        var request =
                new EngineRequest.Load(
                        client.newRequestId(),
                        FakeLoader.LAYERED,
                        layers,
                        Requests.options(CONTEXT, 16, 2));
        Await.get(client.load(request, (_, _) -> {}));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Engines in this JVM, with a model's layers spread over them. */
    private static final class Engines implements AutoCloseable {
        private final MemoryChannels channels = new MemoryChannels();
        private final List<LayerRange> layers;
        private final List<RunningServer> servers = new ArrayList<>();
        private final List<EngineClient> clients = new ArrayList<>();

        Engines(int count) throws IOException {
            layers = count == 1 ? List.of(WHOLE) : TestPipeline.split(FakeLayers.LAYERS, count);
            for (int stage = 0; stage < count; stage++) {
                start(stage);
            }
        }

        private void start(int stage) throws IOException {
            RunningServer server = new RunningServer(channels);
            EngineClient client = server.connect();
            servers.add(stage, server);
            clients.add(stage, client);
            load(client, layers.get(stage));
        }

        void replace(int stage) throws IOException {
            clients.remove(stage).close();
            servers.remove(stage).close();
            start(stage);
        }

        EngineClient head() {
            return clients.getFirst();
        }

        void join(long epoch) {
            PipelineLimits limits = new PipelineLimits(CONTEXT, 2, 16);
            for (int stage = 0; stage < clients.size(); stage++) {
                StageRole role = new StageRole(epoch, stage, clients.size(), limits);
                EngineClient client = clients.get(stage);
                Await.get(client.join(request(client, role, clients.size())));
            }
        }

        @Override
        public void close() throws IOException {
            clients.forEach(EngineClient::close);
            for (RunningServer server : servers) {
                server.close();
            }
        }
    }
}
