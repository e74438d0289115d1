package org.boltmesh.actors.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.boltmesh.actors.transport.AeronChannels;
import org.boltmesh.shards.engine.EngineLaunch;
import org.boltmesh.shards.engine.GgufModelLoader;
import org.boltmesh.shards.library.GgmlEnvironment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real layers over real drivers give the tokens that another engine gave. */
@Timeout(240)
class AeronPipelineTest {
    @TempDir Path home;

    private final List<AeronChannels> channels = new CopyOnWriteArrayList<>();
    private Path model;
    private List<Integer> prompt;
    private List<Integer> golden;

    @BeforeEach
    void readGolden() {
        model = SharedData.require("models/stories260K/stories260K-f32.gguf");
        JsonNode first =
                JsonMapper.shared()
                        .readTree(SharedData.require("models/stories260K/golden.json").toFile())
                        .get(0);
        prompt = ids(first.get("prompt_ids"));
        golden = ids(first.get("greedy_ids"));
    }

    private static List<Integer> ids(JsonNode node) {
        return node.valueStream().map(JsonNode::asInt).toList();
    }

    @AfterEach
    void closeChannels() {
        channels.forEach(AeronChannels::close);
    }

    private Function<Path, EngineStarter> threads(long stepMs) {
        var loader = new GgufModelLoader(GgmlEnvironment.current().withHome(EngineHome.path()));
        return directory -> {
            var made = new AeronChannels(directory);
            channels.add(made);
            return new InProcessEngines(() -> new SlowModels(loader, stepMs), made);
        };
    }

    private Function<Path, EngineStarter> processes() {
        List<String> command =
                EngineLaunch.java(
                        "-cp", System.getProperty("java.class.path"), EngineMain.class.getName());
        return directory ->
                new ProcessEngines(
                        command,
                        EngineHome.path(),
                        home.resolve("logs"),
                        directory,
                        Duration.ofSeconds(20));
    }

    @Test
    void shouldGiveTheGoldenTokens() throws IOException {
        try (var pipeline = new AeronPipeline(home, model, threads(0))) {
            pipeline.join(1);
            assertThat(pipeline.generate(prompt, golden.size(), () -> {})).isEqualTo(golden);
            pipeline.join(2);
            assertThat(pipeline.generate(prompt, golden.size(), () -> {})).isEqualTo(golden);
        }
    }

    @Test
    void shouldGiveThemWhenADriverIsRestartedInMidAnswer() throws IOException {
        try (var pipeline = new AeronPipeline(home, model, threads(10))) {
            pipeline.join(1);
            long first = pipeline.awaitSecondDriver(_ -> true);
            Runnable kill = () -> ProcessHandle.of(first).ifPresent(ProcessHandle::destroyForcibly);
            assertThat(pipeline.generate(prompt, golden.size(), kill)).isEqualTo(golden);
            System.out.printf(
                    "the answer paused for %d ms when a driver was killed%n",
                    pipeline.longestPause().toMillis());
            assertThat(pipeline.longestPause()).isLessThan(Duration.ofSeconds(50));
            assertThat(pipeline.awaitSecondDriver(pid -> pid != first)).isPositive();
        }
    }

    @Test
    void shouldGiveThemFromProcessesAndAfterOneOfThemDied() throws IOException {
        long pid;
        try (var pipeline = new AeronPipeline(home, model, processes())) {
            pipeline.join(1);
            assertThat(pipeline.generate(prompt, golden.size(), () -> {})).isEqualTo(golden);
            pid = killSecond(pipeline);
            pipeline.join(2);
            assertThat(pipeline.generate(prompt, golden.size(), () -> {})).isEqualTo(golden);
        }
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    /** Idle, so that nobody asks it for anything when it dies. */
    private static long killSecond(AeronPipeline pipeline) {
        ProcessHandle.of(pipeline.pid(1)).ifPresent(ProcessHandle::destroyForcibly);
        assertThat(pipeline.await(1, ShardEvent.Lost.class).reason())
                .contains("was killed by signal 9 (KILL) while idle");
        return pipeline.await(1, ShardEvent.Loaded.class).pid();
    }
}
