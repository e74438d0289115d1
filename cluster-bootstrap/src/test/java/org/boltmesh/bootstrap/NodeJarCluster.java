package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.boltmesh.actors.control.ControlClient;
import org.boltmesh.actors.control.ControlException;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.driver.AeronDirectory;

/**
 * Node processes of one machine, n1, n2 and so on, with ports and data folders of their own, and
 * all of them as seeds in this order. Closing it ends them and whatever they have started.
 */
final class NodeJarCluster implements AutoCloseable {
    /** Many JVMs share few cores: they start fast rather than run fast. */
    private static final Map<String, String> FAST_START =
            Map.of(
                    "JAVA_TOOL_OPTIONS",
                    "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m -XX:-CreateCoredumpOnCrash");

    /** Suspects late, for a busy machine stops whole processes for seconds; removes soon. */
    private static final String TIMEOUTS =
            "timeouts { found-cluster = 2s, unreachable = 6s, down = 2s, leave = 10s }";

    private static final int PORT_MIN = 21_000;
    private static final int PORT_MAX = 32_000;
    private static final int PORT_ATTEMPTS_MAX = 100;

    private final Path folder;
    private final Map<String, String> environment;
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, NodeJarProcess> running = new TreeMap<>();
    private final Set<ProcessHandle> orphans = new HashSet<>();

    private NodeJarCluster(Path folder, Map<String, String> environment, int nodeCount)
            throws IOException {
        this.folder = folder;
        this.environment = environment;
        for (int number = 1; number <= nodeCount; number++) {
            ports.put("n" + number, freePort());
        }
    }

    /** A cluster whose nodes are still to be started. */
    static NodeJarCluster of(Path folder, int nodeCount) throws IOException {
        return new NodeJarCluster(folder, FAST_START, nodeCount);
    }

    /** The same with the flags that a user's nodes have. */
    static NodeJarCluster asUsersRunIt(Path folder, int nodeCount) throws IOException {
        return new NodeJarCluster(folder, Map.of(), nodeCount);
    }

    /** A cluster of running nodes that know each other. */
    static NodeJarCluster started(Path folder, int nodeCount) throws Exception {
        return started(folder, nodeCount, "");
    }

    /**
     * The same.
     *
     * @param keys further lines of each node's configuration
     */
    static NodeJarCluster started(Path folder, int nodeCount, String keys) throws Exception {
        NodeJarCluster cluster = of(folder, nodeCount);
        for (String node : cluster.names()) {
            cluster.start(node, keys);
        }
        cluster.awaitNodes(cluster.names());
        return cluster;
    }

    /**
     * Free for the node's TCP and for its driver's UDP, and none that the system gives to others
     * while the node is down.
     */
    private static int freePort() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        for (int attempt = 0; attempt < PORT_ATTEMPTS_MAX; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX);
            try (var tcp = new ServerSocket(port, 1, loopback);
                    var udp = DatagramChannel.open()) {
                udp.bind(new InetSocketAddress(loopback, tcp.getLocalPort()));
                return port;
            } catch (BindException _) {
                System.err.println("port " + port + " is taken");
            }
        }
        throw new IOException("no free port from %d to %d".formatted(PORT_MIN, PORT_MAX));
    }

    List<String> names() {
        return List.copyOf(ports.keySet());
    }

    int port(String node) {
        return ports.getOrDefault(node, 0);
    }

    Path dataFolder(String node) {
        return folder.resolve(node).resolve("data");
    }

    /**
     * Starts a node, also one that has ended.
     *
     * @param keys further lines of its configuration
     */
    void start(String node, String keys) throws IOException {
        startAs(node, node, keys);
    }

    /** Starts a node that calls itself something else. */
    void startAs(String node, String name, String keys) throws IOException {
        Path own = Files.createDirectories(folder.resolve(node));
        Path config =
                Files.writeString(
                        own.resolve("node.conf"),
                        """
                        boltmesh {
                          node-name = %s
                          data-folder = "%s"
                          bind.port = %d
                          http.port = 0
                          seed-nodes = [%s]
                          memory-reserve = 0
                          %s
                          %s
                        }
                        """
                                .formatted(
                                        name,
                                        dataFolder(node),
                                        port(node),
                                        seeds(),
                                        TIMEOUTS,
                                        keys));
        Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-------"));
        running.put(
                node,
                NodeJarProcess.start(
                        own,
                        folder.resolve("home"),
                        environment,
                        "run",
                        "--config",
                        config.toString()));
    }

    private String seeds() {
        return ports.values().stream()
                .map(port -> "\"127.0.0.1:" + port + "\"")
                .collect(Collectors.joining(", "));
    }

    NodeJarProcess process(String node) {
        NodeJarProcess process = running.get(node);
        if (process == null) {
            throw new IllegalArgumentException("node " + node + " was not started");
        }
        return process;
    }

    /** Kills a node at once; its children live on. */
    void kill(String node) throws InterruptedException {
        NodeJarProcess process = process(node);
        orphans.addAll(process.descendants());
        process.kill();
        process.exitCode();
    }

    /** Sends any process of the cluster a signal. */
    static void signal(long pid, String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** A connection to a node, as a command has it. */
    ControlClient client(String node) throws InterruptedException {
        return ControlClient.connect(dataFolder(node));
    }

    /** What a node says of the cluster; nothing while it cannot. */
    Optional<ClusterState> state(String node) {
        try (ControlClient client = client(node)) {
            return Optional.of(client.state());
        } catch (ControlException _) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Waits until the first of these nodes tells of exactly all of them. */
    void awaitNodes(List<String> names) {
        NodeJarProcess.await(() -> told(names.getFirst()).equals(names));
    }

    /** The nodes that one of them tells of; it must not have ended by itself. */
    private List<String> told(String node) {
        NodeJarProcess process = process(node);
        assertThat(process.isAlive())
                .as(() -> NodeJarProcess.text(folder.resolve(node).resolve("err")))
                .isTrue();
        return state(node).stream()
                .flatMap(state -> state.nodes().stream())
                .map(NodeStatus::name)
                .toList();
    }

    /** Waits until all of these nodes have a media driver. */
    void awaitDrivers(List<String> names) {
        NodeJarProcess.await(
                () ->
                        state(names.getFirst()).stream()
                                .flatMap(state -> state.nodes().stream())
                                .allMatch(node -> node.driverPid() > 0));
    }

    /** A model as this node's director knows it. */
    Optional<ModelStatus> model(String node, String model) {
        return state(node).stream()
                .flatMap(state -> state.models().stream())
                .filter(status -> status.spec().name().equals(model))
                .findFirst();
    }

    /** A node as its director knows it, as soon as it does: one that came back is heard anew. */
    NodeStatus nodeStatus(String asked, String node) {
        NodeJarProcess.await(() -> findStatus(asked, node).isPresent());
        return findStatus(asked, node).orElseThrow();
    }

    private Optional<NodeStatus> findStatus(String asked, String node) {
        return state(asked).stream()
                .flatMap(state -> state.nodes().stream())
                .filter(status -> status.name().equals(node))
                .findFirst();
    }

    /** The first so many names. */
    List<String> first(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(number -> "n" + number).toList();
    }

    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(orphans);
        running.values().forEach(process -> all.addAll(process.descendants()));
        running.values().forEach(NodeJarProcess::close);
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(handle -> NodeJarProcess.await(() -> !handle.isAlive()));
        running.keySet().forEach(this::removeSharedMemory);
    }

    /** Drivers that are killed leave their buffers, which lie outside of the test's folder. */
    private void removeSharedMemory(String node) {
        String id = NodeJarProcess.text(dataFolder(node).resolve("node-id")).strip();
        if (id.isEmpty()) {
            return;
        }
        Path first = AeronDirectory.defaultFor(id);
        String name = first.getFileName().toString();
        try (Stream<Path> all = Files.list(Objects.requireNonNull(first.getParent()))) {
            all.filter(path -> path.getFileName().toString().startsWith(name))
                    .forEach(NodeJarCluster::remove);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
