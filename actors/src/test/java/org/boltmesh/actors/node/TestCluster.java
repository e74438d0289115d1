package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.session.ClusterAccess;
import org.boltmesh.actors.settings.SettingsLoader;
import org.boltmesh.actors.shard.EngineHome;

/** Nodes of this JVM, with their media drivers and engines in it, too. */
final class TestCluster implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Path folder;
    private final String seeds;
    private final int[] ports;
    private final List<BoltmeshNode> nodes = new ArrayList<>();

    private TestCluster(Path folder, int[] ports) {
        this.folder = folder;
        this.ports = ports;
        seeds = NodeProcess.seeds(ports);
    }

    /** Nodes {@code n1}, {@code n2} and so on, which know each other. */
    static TestCluster start(Path folder, int count) throws IOException {
        var cluster = new TestCluster(folder, NodeProcess.freePorts(count));
        for (int index = 0; index < count; index++) {
            cluster.startNode(index);
        }
        await(() -> cluster.state().nodes().size() == count);
        return cluster;
    }

    private void startNode(int index) throws IOException {
        String name = "n" + (index + 1);
        Path file =
                Files.writeString(
                        folder.resolve(name + ".conf"),
                        """
                        boltmesh {
                          node-name = %s
                          home = "%s"
                          data-folder = "%s"
                          bind { host = 127.0.0.1, port = %d }
                          isolation = in-process
                          timeouts { found-cluster = 1s, leave = 5s }
                          %s
                        }
                        """
                                .formatted(
                                        name,
                                        EngineHome.path(),
                                        folder.resolve(name),
                                        ports[index],
                                        seeds));
        nodes.add(
                BoltmeshNode.start(
                        SettingsLoader.load(file), new NodePrograms(List.of(), List.of())));
    }

    BoltmeshNode node(int index) {
        return nodes.get(index);
    }

    /** Through the last node, which directs nothing. */
    ClusterAccess access() {
        return nodes.getLast().access();
    }

    ClusterState state() {
        return access().state().toCompletableFuture().join();
    }

    /** Loads a model and waits for what comes of it. */
    LoadEvent load(ModelSpec spec) throws InterruptedException {
        var events = new LinkedBlockingQueue<LoadEvent>();
        access().load(spec, events::add);
        LoadEvent event = next(events);
        while (event instanceof LoadEvent.Progress) {
            event = next(events);
        }
        return event;
    }

    private static <T> T next(LinkedBlockingQueue<T> events) throws InterruptedException {
        T event = events.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertThat(event).as("an event within %s", TIMEOUT).isNotNull();
        return event;
    }

    /** Asks for an answer; its events end with the last. */
    List<AnswerEvent> answer(AnswerRequest request) throws InterruptedException {
        var events = new LinkedBlockingQueue<AnswerEvent>();
        access().answer(request, events::add);
        List<AnswerEvent> all = new ArrayList<>();
        do {
            all.add(next(events));
        } while (!(all.getLast() instanceof AnswerEvent.Finished
                || all.getLast() instanceof AnswerEvent.Failed));
        return all;
    }

    static List<Integer> tokens(List<AnswerEvent> events) {
        List<Integer> tokens = new ArrayList<>();
        for (AnswerEvent event : events) {
            if (event instanceof AnswerEvent.Token token) {
                tokens.add(token.token());
            }
        }
        return tokens;
    }

    static void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNs);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    @Override
    public void close() {
        nodes.forEach(BoltmeshNode::close);
    }
}
