package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.boltmesh.process.ClaimedServer;
import org.boltmesh.process.Frames;
import org.boltmesh.shards.template.ChatMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineServerTest {
    @Test
    void shouldLoadTokenizeAndGenerate() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            List<Long> progress = new ArrayList<>();
            EngineEvent.Loaded loaded =
                    Await.get(
                            client.load(
                                    Requests.load(FakeLoader.FAST),
                                    (done, _) -> progress.add(done)));
            assertThat(loaded.shard().architecture()).isEqualTo("fake");
            assertThat(progress).containsExactly(1L);
            assertThat(Await.get(client.tokenize("AB", false, false))).containsExactly(2, 3);
            assertThat(Await.get(client.tokenize(List.of(new ChatMessage("user", "Hi")))))
                    .isEqualTo(Await.get(client.tokenize("<s>Hi</s>", false, true)));
            List<Integer> tokens = new ArrayList<>();
            EngineEvent.Finished finished =
                    Await.get(
                            client.generate(
                                    Requests.generate(9, List.of(2, 3), 20),
                                    token -> tokens.add(token.token())));
            assertThat(tokens).isEqualTo(FakeRunner.expected(List.of(2, 3), 20));
            assertThat(finished.reason()).isEqualTo(FinishReason.LENGTH);
        }
    }

    /** Even its numbers come from native memory that a step may be moving. */
    @Test
    void shouldLeaveTheRunnerToTheStepLoop() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            load(client, FakeLoader.FAST);
            load(client, FakeLoader.FAST);
            Await.get(client.generate(Requests.generate(9, List.of(2), 3), _ -> {}));
            assertThat(server.loader().lastRunner().threads()).containsExactly("step-loop");
        }
    }

    @Test
    void shouldAnswerTheSameLoadAtOnceAndRefuseAnother() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            load(client, FakeLoader.FAST);
            load(client, FakeLoader.FAST);
            assertThat(Await.failure(client.load(Requests.load("other.gguf"), (_, _) -> {})))
                    .hasMessageContaining("this engine holds fast.gguf")
                    .returns(FailureCode.ALREADY_LOADED, EngineException::code);
        }
    }

    @Test
    void shouldTryAgainAfterALoadThatFailed() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            assertThat(Await.failure(client.load(Requests.load(FakeLoader.BROKEN), (_, _) -> {})))
                    .hasMessage("broken.gguf is broken, want a whole one")
                    .returns(FailureCode.MODEL, EngineException::code);
            assertThat(
                            Await.failure(
                                    client.load(
                                            Requests.load(FakeLoader.NO_LIBRARY), (_, _) -> {})))
                    .returns(FailureCode.LIBRARY, EngineException::code);
            load(client, FakeLoader.FAST);
        }
    }

    @Test
    void shouldRefuseWorkBeforeAModelIsLoaded() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            assertThat(Await.failure(client.tokenize("a", true, true)))
                    .returns(FailureCode.NOT_LOADED, EngineException::code);
            assertThat(Await.failure(client.generate(Requests.generate(7, List.of(1), 1), _ -> {})))
                    .returns(FailureCode.NOT_LOADED, EngineException::code);
        }
    }

    @Test
    void shouldRefuseABadPromptByNumbers() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            load(client, FakeLoader.FAST);
            List<Integer> prompt = Collections.nCopies(4097, 1);
            assertThat(Await.failure(client.generate(Requests.generate(7, prompt, 1), _ -> {})))
                    .hasMessageContaining("4097 tokens, want at most the context of 4096")
                    .returns(FailureCode.INVALID_REQUEST, EngineException::code);
        }
    }

    @Test
    void shouldRefuseOneRequestThatIsTooLongAndKeepTheOthers() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            load(client, FakeLoader.SLOW);
            var answer = client.generate(Requests.generate(5, List.of(1), 20), _ -> {});
            String text = "a".repeat(Frames.LENGTH_MAX_BYTES);
            assertThat(Await.failure(client.tokenize(text, false, false)))
                    .hasMessageMatching(
                            "the request has 16,777,[0-9]+ bytes, want at most 16,777,216; ask for less at once")
                    .returns(FailureCode.INVALID_REQUEST, EngineException::code);
            assertThat(Await.get(answer).generatedTokens()).isEqualTo(20);
        }
    }

    @Test
    void shouldRefuseOneAnswerThatIsTooLongAndKeepTheOthers() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            load(client, FakeLoader.SLOW);
            var answer = client.generate(Requests.generate(5, List.of(1), 20), _ -> {});
            // Each character becomes an id of two digits and a comma.
            String text = "a".repeat(Frames.LENGTH_MAX_BYTES / 2);
            assertThat(Await.failure(client.tokenize(text, false, false)))
                    .hasMessageMatching("the answer has [0-9,]+ bytes, want at most 16,777,216.*")
                    .returns(FailureCode.INVALID_REQUEST, EngineException::code);
            assertThat(Await.get(answer).generatedTokens()).isEqualTo(20);
        }
    }

    @Test
    void shouldRefuseMoreThanMayWait() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            load(client, FakeLoader.SLOW);
            List<CompletableFuture<EngineEvent.Finished>> answers = new ArrayList<>();
            for (long id = 100; id < 100 + 2 + ModelService.WAITING_MAX + 1; id++) {
                answers.add(client.generate(Requests.generate(id, List.of(1), 4000), _ -> {}));
            }
            assertThat(Await.failure(answers.getLast()))
                    .returns(FailureCode.QUEUE_FULL, EngineException::code);
            assertThat(answers.getFirst()).isNotDone();
        }
    }

    @Test
    void shouldCancelWithinAStep() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            load(client, FakeLoader.SLOW);
            var first = new CountDownLatch(1);
            var answer =
                    client.generate(Requests.generate(5, List.of(1), 4000), _ -> first.countDown());
            awaitQuietly(first);
            client.cancel(5);
            assertThat(Await.get(answer).reason()).isEqualTo(FinishReason.CANCELLED);
            assertThat(Await.get(answer).generatedTokens()).isLessThan(1000);
        }
    }

    @Test
    void shouldTakeOneControlProcessAtATime() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            assertThatThrownBy(server::connect)
                    .hasCauseInstanceOf(EngineException.class)
                    .hasMessageContaining("is claimed by another process");
            load(client, FakeLoader.FAST);
        }
    }

    @Test
    void shouldCancelWhatRunsWhenControlGoesAndTakeTheNext() throws IOException {
        try (var server = new RunningServer()) {
            CompletableFuture<EngineEvent.Finished> answer;
            try (var client = server.connect()) {
                load(client, FakeLoader.SLOW);
                var first = new CountDownLatch(1);
                answer =
                        client.generate(
                                Requests.generate(5, List.of(1), 4000), _ -> first.countDown());
                awaitQuietly(first);
            }
            assertThat(Await.failure(answer)).hasMessageContaining("closed from our side");
            try (var next = server.reconnect()) {
                load(next, FakeLoader.SLOW);
                Await.until(() -> isIdle(next));
            }
        }
    }

    @Test
    void shouldShowAHungStepInItsHeartbeat() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            load(client, FakeLoader.FAST);
            var release = new CountDownLatch(1);
            server.loader().lastRunner().beforeStep(() -> awaitQuietly(release));
            var answer = client.generate(Requests.generate(5, List.of(1), 1), _ -> {});
            Await.until(() -> stepRunsFor(client, Duration.ofMillis(50)));
            assertThat(client.heartbeat().orElseThrow().active()).isEqualTo(1);
            release.countDown();
            Await.get(answer);
            Await.until(() -> client.heartbeat().filter(beat -> beat.steps() == 1).isPresent());
        }
    }

    @Test
    void shouldExitWhenNobodyClaimsIt() throws IOException {
        try (var server = new RunningServer(Duration.ofMillis(200))) {
            assertThat(server.exitCode()).isEqualTo(ClaimedServer.EXIT_UNCLAIMED);
        }
    }

    @Test
    void shouldExitSomeTimeAfterItsControlProcessWent() throws IOException {
        try (var server = new RunningServer(Duration.ofMillis(500))) {
            server.connect().close();
            assertThat(server.exitCode()).isEqualTo(ClaimedServer.EXIT_UNCLAIMED);
        }
    }

    @Test
    void shouldExitWithACodeOfItsOwnAfterACrash() throws IOException {
        try (var server = new RunningServer();
                var client = server.connect()) {
            load(client, FakeLoader.CRASHING);
            var answer = client.generate(Requests.generate(5, List.of(1), 1), _ -> {});
            assertThat(Await.failure(answer)).hasMessage("hung up while generating");
            assertThat(server.exitCode()).isEqualTo(ClaimedServer.EXIT_CRASH);
        }
    }

    private static boolean stepRunsFor(EngineClient client, Duration time) {
        client.ping();
        return client.heartbeat().filter(beat -> beat.stepRunningNs() > time.toNanos()).isPresent();
    }

    private static boolean isIdle(EngineClient client) {
        client.ping();
        return client.heartbeat().map(beat -> beat.active() + beat.waiting()).orElse(1) == 0;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void load(EngineClient client, String model) {
        Await.get(client.load(Requests.load(model), (_, _) -> {}));
    }
}
