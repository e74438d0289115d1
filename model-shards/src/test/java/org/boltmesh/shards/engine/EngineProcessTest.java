package org.boltmesh.shards.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a real child JVM, which runs a made-up model. */
@Timeout(120)
class EngineProcessTest {
    @TempDir Path home;

    @Test
    void shouldGenerateAndLeaveNothingButItsLog() throws IOException {
        long pid;
        Path socketFolder;
        try (EngineProcess engine = EngineProcess.start(Launches.fake(home, 10))) {
            pid = engine.pid();
            socketFolder = engine.socketFolder();
            assertThat(socketFolder).isDirectory();
            load(engine, FakeLoader.FAST);
            var answer = engine.client().generate(Requests.generate(5, List.of(1), 100), _ -> {});
            assertThat(Await.get(answer).generatedTokens()).isEqualTo(100);
        }
        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThat(socketFolder).doesNotExist();
        try (Stream<Path> files = Files.walk(home)) {
            assertThat(files.filter(Files::isRegularFile))
                    .containsExactly(home.resolve("logs/engine.log"));
        }
    }

    @Test
    void shouldSayHowAnEngineDiedInMidAnswer() throws Exception {
        EngineProcess engine = EngineProcess.start(Launches.fake(home, 10));
        Path socketFolder = engine.socketFolder();
        try (engine) {
            load(engine, FakeLoader.SLOW);
            var answer = generateForLong(engine);
            ProcessHandle.of(engine.pid()).orElseThrow().destroyForcibly();
            assertThat(Await.failure(answer))
                    .hasMessageStartingWith(
                            "engine process %d was killed by signal 9 (KILL) while generating; %s"
                                    .formatted(engine.pid(), home.resolve("logs/engine.log")))
                    .returns(FailureCode.LOST, EngineException::code);
            assertThat(Await.failure(engine.client().tokenize("a", true, true)))
                    .hasMessageContaining("was killed by signal 9");
        }
        assertThat(socketFolder).doesNotExist();
    }

    @Test
    void shouldTellThatAnIdleEngineDied() {
        try (EngineProcess engine = EngineProcess.start(Launches.fake(home, 10))) {
            var loss = engine.client().loss();
            ProcessHandle.of(engine.pid()).orElseThrow().destroyForcibly();
            assertThat(Await.get(loss))
                    .hasMessageContaining("was killed by signal 9 (KILL) while idle")
                    .returns(FailureCode.LOST, EngineException::code);
        }
    }

    @Test
    void shouldTellOfNoLossWhenItIsClosed() {
        EngineProcess engine = EngineProcess.start(Launches.fake(home, 10));
        var loss = engine.client().loss();
        engine.close();
        assertThat(ProcessHandle.of(engine.pid())).isEmpty();
        assertThat(loss).isNotDone();
    }

    @Test
    void shouldEndInOrderOnSigterm() throws Exception {
        EngineProcess engine = EngineProcess.start(Launches.fake(home, 10));
        try (engine) {
            load(engine, FakeLoader.SLOW);
            var answer = generateForLong(engine);
            ProcessHandle.of(engine.pid()).orElseThrow().destroy();
            assertThat(Await.failure(answer)).hasMessage("the engine is shutting down");
            Await.until(() -> !Files.exists(engine.socketFolder()));
        }
    }

    @Test
    void shouldNotMindCtrlC() throws Exception {
        try (EngineProcess engine = EngineProcess.start(Launches.fake(home, 10))) {
            load(engine, FakeLoader.FAST);
            signal("INT", engine.pid());
            assertThat(Await.get(engine.client().tokenize("A", true, true))).hasSize(1);
        }
    }

    @Test
    void shouldExitWhenTheProcessThatStartedItIsKilled() throws Exception {
        Process control = startControl();
        ProcessHandle engine;
        try (BufferedReader out = control.inputReader()) {
            engine = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
        } finally {
            control.destroyForcibly();
        }
        assertThat(control.waitFor(30, TimeUnit.SECONDS)).isTrue();
        Await.until(() -> !engine.isAlive());
    }

    private Process startControl() throws IOException {
        List<String> command =
                EngineLaunch.java(
                        "-cp",
                        System.getProperty("java.class.path"),
                        FakeControlMain.class.getName(),
                        home.toString());
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    @Test
    void shouldSayWhyAnEngineDoesNotStart() {
        assertThatThrownBy(() -> EngineProcess.start(Launches.of(home, 10, "no.such.Main")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("ended with exit code 1 while starting")
                .hasMessageContaining("no.such.Main");
    }

    @Test
    void shouldSayWhatCannotBeExecuted() {
        var launch =
                new EngineLaunch(
                        List.of("/no/such/java"),
                        home,
                        home.resolve("e.log"),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10));
        assertThatThrownBy(() -> EngineProcess.start(launch))
                .hasMessageContaining("ended with exit code 127 while starting")
                .hasMessageContaining("/no/such/java");
    }

    @Test
    void shouldSayThatItsLogCannotBeWritten() throws IOException {
        Files.writeString(home.resolve("logs"), "in the way");
        assertThatThrownBy(() -> EngineProcess.start(Launches.fake(home, 10)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("cannot start the engine process")
                .hasMessageContaining("logs");
    }

    private static CompletableFuture<EngineEvent.Finished> generateForLong(EngineProcess engine)
            throws InterruptedException {
        var first = new CountDownLatch(1);
        var answer =
                engine.client()
                        .generate(Requests.generate(5, List.of(1), 4000), _ -> first.countDown());
        assertThat(first.await(30, TimeUnit.SECONDS)).isTrue();
        return answer;
    }

    private static void load(EngineProcess engine, String model) {
        Await.get(engine.client().load(Requests.load(model), (_, _) -> {}));
    }

    private static void signal(String name, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(kill.waitFor()).isZero();
    }
}
