package org.boltmesh.actors.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.process.Frames;
import org.boltmesh.process.ProcessSocket;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.template.ChatMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ControlServerTest {
    @TempDir Path temporary;

    private final FakeCluster cluster = new FakeCluster();
    private Path folder = Path.of("");
    private ControlServer server;

    @BeforeEach
    void start() throws IOException {
        folder = privateFolder(temporary.resolve("node"));
        server = ControlServer.start(folder, "a", cluster);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Path privateFolder(Path path) throws IOException {
        Files.createDirectories(path);
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }

    private static AnswerRequest ask(String model, int maxTokens) {
        return new AnswerRequest(
                model,
                new Prompt.Text("Once"),
                SamplingOptions.builder().temperature(0.5).seed(3).build(),
                maxTokens,
                0,
                true);
    }

    @Test
    void shouldAnswerEveryRequestInOneConnection() throws Exception {
        try (var client = ControlClient.connect(folder)) {
            assertThat(client.hello())
                    .isEqualTo(new ControlEvent.Hello(1, ProcessHandle.current().pid(), "a"));
            assertThat(client.state()).isEqualTo(FakeCluster.cluster());

            List<LoadEvent> loads = new ArrayList<>();
            LoadEvent loaded = client.load(FakeCluster.SPEC, loads::add);
            assertThat(loaded)
                    .isEqualTo(
                            new LoadEvent.Done(
                                    FakeCluster.model(FakeCluster.SPEC, ModelPhase.READY, 11)));
            assertThat(loads).hasSize(2).last().isEqualTo(loaded);

            assertThat(client.unload("tales")).isEmpty();
            assertThat(client.unload("none")).contains("no model none");
            assertThatThrownBy(() -> client.unload("lost"))
                    .isInstanceOf(ControlException.class)
                    .hasMessage("nobody answers");

            List<AnswerEvent> events = new ArrayList<>();
            AnswerEvent last = client.answer(ask("tales", 5), events::add);
            assertThat(last)
                    .isEqualTo(
                            new AnswerEvent.Finished(
                                    FinishReason.LENGTH, "!", FakeCluster.TIMES, 1));
            assertThat(events).hasSize(7).contains(FakeCluster.token(4));
            assertThat(client.answer(ask("other", 5), _ -> {}))
                    .isEqualTo(new AnswerEvent.Failed(FailureCode.NOT_LOADED, "no model other"));
        }
    }

    @Test
    void shouldTellWhyAModelIsNotLoaded() throws Exception {
        var spec = new ModelSpec("huge", "f", 0, List.of(), FakeCluster.SPEC.kvType(), 1, 1);
        try (var client = ControlClient.connect(folder)) {
            assertThat(client.load(spec, _ -> {}))
                    .isEqualTo(new LoadEvent.Refused("too large by 1 byte"));
        }
    }

    @Test
    void shouldServeManyAtOnceAndRefuseMore() throws Exception {
        List<ControlClient> clients = new ArrayList<>();
        for (int index = 0; index < ControlServer.CONNECTIONS_MAX; index++) {
            clients.add(ControlClient.connect(folder));
        }
        assertThatThrownBy(() -> ControlClient.connect(folder))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("64 commands are connected");
        List<CompletableFuture<Integer>> answers =
                clients.stream()
                        .map(client -> CompletableFuture.supplyAsync(() -> tokens(client)))
                        .toList();
        for (var answer : answers) {
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(50);
        }
        clients.removeLast().close();
        await(() -> canConnect(folder));
        clients.forEach(ControlClient::close);
    }

    private static int tokens(ControlClient client) {
        try {
            List<AnswerEvent> events = new ArrayList<>();
            client.answer(ask("tales", 50), events::add);
            return events.size() - 2;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldCancelTheAnswerOfAClientThatHangsUp() throws Exception {
        ControlClient client = ControlClient.connect(folder);
        var begun = new CompletableFuture<Boolean>();
        var answer = answerInBackground(client, begun);
        begun.get(60, TimeUnit.SECONDS);
        assertThat(cluster.running).hasValue(1);
        client.close();
        await(() -> cluster.running.get() == 0);
        assertThat(cluster.cancelled).hasValue(1);
        assertThatThrownBy(answer::get).hasCauseInstanceOf(ControlException.class);
    }

    @Test
    void shouldCancelOnRequestAndServeOn() throws Exception {
        try (var client = ControlClient.connect(folder)) {
            var begun = new CompletableFuture<Boolean>();
            var answer = answerInBackground(client, begun);
            begun.get(60, TimeUnit.SECONDS);
            client.cancel();
            assertThat(answer.get(60, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            AnswerEvent.Finished.class,
                            end -> assertThat(end.reason()).isEqualTo(FinishReason.CANCELLED));
            client.cancel();
            assertThat(client.state()).isEqualTo(FakeCluster.cluster());
        }
    }

    @Test
    void shouldEndTheWaitWhenItIsInterrupted() throws Exception {
        var ended = new CompletableFuture<String>();
        Thread thread =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try (var client = ControlClient.connect(folder)) {
                                        client.answer(ask("endless", 1), _ -> {});
                                    } catch (InterruptedException e) {
                                        ended.complete(String.valueOf(e.getMessage()));
                                    }
                                });
        await(() -> cluster.running.get() == 1);
        thread.interrupt();
        assertThat(ended.get(60, TimeUnit.SECONDS)).contains("interrupted");
        await(() -> cluster.running.get() == 0);
    }

    private static CompletableFuture<AnswerEvent> answerInBackground(
            ControlClient client, CompletableFuture<Boolean> begun) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return client.answer(ask("endless", 2), _ -> begun.complete(true));
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    @Test
    void shouldHangUpOnAClientThatDoesNotRead() throws Exception {
        try (SocketChannel slow = greeted()) {
            Frames.write(slow, ControlJson.encode(new ControlRequest.Answer(ask("flood", 1))));
            await(() -> cluster.cancelled.get() == 1);
            await(() -> cluster.running.get() == 0);
            assertThat(cluster.flooded.get()).isPositive();
        }
        await(() -> canConnect(folder));
    }

    private SocketChannel greeted() throws IOException {
        SocketChannel channel = ProcessSocket.connect(folder.resolve("control.sock"));
        Frames.write(channel, ControlJson.encode(new ControlRequest.Hello(1)));
        assertThat(ControlJson.event(Frames.read(channel).orElseThrow()))
                .isInstanceOf(ControlEvent.Hello.class);
        return channel;
    }

    @Test
    void shouldEndOnlyTheConnectionOfHostileBytes() throws Exception {
        long seed = System.nanoTime();
        System.out.println("hostile bytes with seed " + seed);
        Random random = new Random(seed);
        try (var good = ControlClient.connect(folder)) {
            refuses("{\"type\":\"state\"}", "the first request is not hello");
            refuses("not JSON", "is no control request");
            refuses("null", "it is null");
            refuses("{\"type\":\"frob\"}", "is no control request");
            refuses("[".repeat(100_000), "is no control request");
            refuses("{\"type\":\"hello\",\"protocolVersion\":null}", "is no control request");
            sendRaw(new byte[] {0x7f, -1, -1, -1, 1});
            sendRaw(new byte[] {0, 0, 0, 9, '{'});
            sendRaw(new byte[] {0, 0});
            for (int round = 0; round < 200; round++) {
                byte[] bytes = new byte[random.nextInt(64)];
                random.nextBytes(bytes);
                sendRaw(bytes);
            }
            assertThat(good.state()).isEqualTo(FakeCluster.cluster());
        }
        await(() -> canConnect(folder));
    }

    @Test
    void shouldRefuseASecondRequestBesideARunningOne() throws Exception {
        try (SocketChannel channel = greeted()) {
            Frames.write(channel, ControlJson.encode(new ControlRequest.Answer(ask("endless", 0))));
            Frames.write(channel, ControlJson.encode(new ControlRequest.State()));
            assertThat(lastEvents(channel)).anyMatch(text -> text.contains("one at a time"));
        }
        await(() -> cluster.running.get() == 0);
    }

    private static List<String> lastEvents(SocketChannel channel) throws IOException {
        List<String> events = new ArrayList<>();
        var frame = Frames.read(channel);
        while (frame.isPresent()) {
            events.add(ControlJson.event(frame.get()).toString());
            frame = Frames.read(channel);
        }
        return events;
    }

    private void refuses(String json, String message) throws IOException {
        try (SocketChannel channel = ProcessSocket.connect(folder.resolve("control.sock"))) {
            Frames.write(channel, json.getBytes(StandardCharsets.UTF_8));
            assertThat(lastEvents(channel)).singleElement().asString().contains(message);
        }
    }

    private void sendRaw(byte[] bytes) throws IOException {
        try (SocketChannel channel = ProcessSocket.connect(folder.resolve("control.sock"))) {
            channel.write(ByteBuffer.wrap(bytes));
        }
    }

    @Test
    void shouldTellAClientOfAnotherVersionItsOwn() throws Exception {
        try (SocketChannel channel = ProcessSocket.connect(folder.resolve("control.sock"))) {
            Frames.write(channel, ControlJson.encode(new ControlRequest.Hello(2)));
            assertThat(lastEvents(channel)).singleElement().asString().contains("Hello");
        }
    }

    @Test
    void shouldRefuseANodeOfAnotherVersion() throws Exception {
        Path other = privateFolder(temporary.resolve("other"));
        try (var listener = ProcessSocket.listen(other.resolve("control.sock"))) {
            var serving =
                    CompletableFuture.runAsync(
                            () -> {
                                try (SocketChannel channel = listener.accept()) {
                                    var hello = new ControlEvent.Hello(7, 42, "old");
                                    Frames.write(channel, ControlJson.encode(hello));
                                    lastEventsUntilEnd(channel);
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            assertThatThrownBy(() -> ControlClient.connect(other))
                    .hasMessageContaining("node old (process 42) speaks version 7")
                    .hasMessageContaining("want 1");
            serving.get(60, TimeUnit.SECONDS);
        }
    }

    private static void lastEventsUntilEnd(SocketChannel channel) throws IOException {
        while (Frames.read(channel).isPresent()) {
            assertThat(channel.isOpen()).isTrue();
        }
    }

    @Test
    void shouldSayThatTheNodeHungUp() throws Exception {
        try (var client = ControlClient.connect(folder)) {
            var begun = new CompletableFuture<Boolean>();
            var answer = answerInBackground(client, begun);
            begun.get(60, TimeUnit.SECONDS);
            server.close();
            assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("hung up while answering")
                    .hasMessageContaining(folder.toString());
        }
        await(() -> cluster.running.get() == 0);
    }

    @Test
    void shouldSayThatNoNodeRunsAndHowToStartOne() throws Exception {
        Path empty = privateFolder(temporary.resolve("empty"));
        for (Path folder : List.of(empty, temporary.resolve("missing"))) {
            assertThatThrownBy(() -> ControlClient.connect(folder))
                    .isInstanceOf(ControlException.class)
                    .hasMessageContaining("no node runs with data folder " + folder)
                    .hasMessageContaining("java -jar node.jar run --config");
        }
    }

    @Test
    void shouldReplaceWhatADeadNodeLeft() throws Exception {
        Path dead = privateFolder(temporary.resolve("dead"));
        Path socket = dead.resolve("control.sock");
        ProcessSocket.listen(socket).close();
        assertThat(Files.exists(socket)).isTrue();
        assertThatThrownBy(() -> ControlClient.connect(dead)).hasMessageContaining("no node runs");
        try (var again = ControlServer.start(dead, "dead", cluster)) {
            assertThat(canConnect(dead)).isTrue();
            assertThat(again).isNotNull();
        }
        assertThat(dead).isEmptyDirectory();
    }

    @Test
    void shouldTakeAPrivateFolderForALongPath() throws Exception {
        Path far = privateFolder(temporary.resolve("x".repeat(100)));
        servesThroughAPrivateFolder(far);
    }

    @Test
    void shouldTakeAPrivateFolderWhereOthersMayLook() throws Exception {
        Path open = Files.createDirectories(temporary.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        servesThroughAPrivateFolder(open);
    }

    private void servesThroughAPrivateFolder(Path data) throws Exception {
        Path stale;
        try (var first = ControlServer.start(data, "far", cluster)) {
            assertThat(first).isNotNull();
            stale = Path.of(Files.readString(data.resolve("control.path")));
            assertThat(canConnect(data)).isTrue();
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(stale.getParent())))
                    .isEqualTo("rwx------");
            // As if the first had died: a second takes its place and removes its folder.
            try (var second = ControlServer.start(data, "far", cluster)) {
                assertThat(second).isNotNull();
                assertThat(stale.getParent()).doesNotExist();
                assertThat(canConnect(data)).isTrue();
            }
        }
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void shouldNotBelieveAPathThatIsNotOurs() throws Exception {
        Path data = privateFolder(temporary.resolve("lied-to"));
        Path precious = privateFolder(temporary.resolve("precious")).resolve("control.sock");
        Files.writeString(precious, "mine");
        Files.writeString(data.resolve("control.path"), precious.toString());
        try (var other = ControlServer.start(data, "a", cluster)) {
            assertThat(other).isNotNull();
            assertThat(precious).exists();
            assertThat(canConnect(data)).isTrue();
        }
    }

    @Test
    void shouldBeOfItsOwnerAlone() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        server.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldKeepRequestsAndEventsAsTheyAre() throws Exception {
        var chat = new Prompt.Chat(List.of(new ChatMessage("u", "hi")));
        var sampling = SamplingOptions.builder().logitBias(Map.of(3, 1.5f)).build();
        for (Prompt prompt :
                List.of(
                        chat,
                        new Prompt.Text("ß"),
                        new Prompt.Tokens(IntStream.of(1, 2).boxed().toList()))) {
            var request =
                    new ControlRequest.Answer(
                            new AnswerRequest("m", prompt, sampling, 4, 1, false));
            assertThat(ControlJson.request(ControlJson.encode(request))).isEqualTo(request);
        }
    }

    private static boolean canConnect(Path folder) {
        try (var client = ControlClient.connect(folder)) {
            return !client.hello().node().isEmpty();
        } catch (ControlException _) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNs);
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }
}
