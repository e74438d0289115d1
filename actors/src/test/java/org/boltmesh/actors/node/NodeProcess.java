package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.boltmesh.actors.settings.SettingsException;
import org.boltmesh.actors.settings.SettingsLoader;

/** A node in a JVM of its own, with the class path of the tests. */
final class NodeProcess implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final String name;
    private final Path log;
    private Process process;
    private int readFrom;

    private final List<String> command;

    private NodeProcess(String name, Path log, List<String> command) throws IOException {
        this.name = name;
        this.log = log;
        this.command = command;
        this.process = launched();
    }

    /** What the process runs. */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            NodeEnd end =
                    NodeRun.run(
                            SettingsLoader.load(Path.of(arguments[0])),
                            new NodePrograms(List.of(), List.of()));
            System.out.println("ended: " + end.sentence());
            System.exit(end.good() ? 0 : 1);
        } catch (SettingsException | NodeException e) {
            System.out.println("refused: " + e.getMessage());
            System.exit(1);
        }
    }

    /** A node on loopback with this port and these keys, in {@code folder/name}. */
    static NodeProcess start(Path folder, String name, int port, String keys) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        Path file =
                Files.writeString(
                        own.resolve("node.conf"),
                        """
                        boltmesh {
                          node-name = %s
                          data-folder = "%s"
                          bind { host = 127.0.0.1, port = %d }
                          isolation = in-process
                          timeouts { found-cluster = 3s, unreachable = 8s, down = 3s }
                          %s
                        }
                        """
                                .formatted(name, own.resolve("data"), port, keys));
        return new NodeProcess(
                name,
                own.resolve("log"),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-Dlogback.configurationFile=logback-node.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NodeProcess.class.getName(),
                        file.toString()));
    }

    /** Of nodes that all are seeds. */
    static String seeds(int... ports) {
        return "seed-nodes = "
                + IntStream.of(ports)
                        .mapToObj(port -> "\"127.0.0.1:" + port + "\"")
                        .collect(Collectors.joining(", ", "[", "]"));
    }

    /** Ports that nobody has at the moment. */
    static int[] freePorts(int count) throws IOException {
        ServerSocket[] sockets = new ServerSocket[count];
        int[] ports = new int[count];
        for (int index = 0; index < count; index++) {
            sockets[index] = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            ports[index] = sockets[index].getLocalPort();
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }

    private Process launched() throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** The same node again; what it has said before is forgotten. */
    void restart() throws IOException {
        assertThat(process.isAlive()).isFalse();
        forget();
        process = launched();
    }

    /** From here on only what is said later counts. */
    void forget() throws IOException {
        readFrom = Math.toIntExact(Files.size(log));
    }

    long pid() {
        return process.pid();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        exitCode();
    }

    void terminate() throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-TERM", Long.toString(pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as("%s has not ended: %s", name, text())
                .isTrue();
        return process.exitValue();
    }

    /** Waits until it has these nodes, all up, and no other. */
    void awaitNodes(String... names) {
        String wanted =
                List.of(names).stream()
                        .sorted()
                        .map(each -> each + " (127.0.0.1:[0-9]+, up)")
                        .map(each -> each.replace("(", "\\(").replace(")", "\\)"))
                        .collect(Collectors.joining(", "));
        await("nodes " + wanted, () -> lastNodes().matches(wanted));
    }

    void awaitText(String wanted) {
        await(wanted, () -> text().contains(wanted));
    }

    private void await(String what, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() < deadlineNs)
                    .as("%s waits for %s and has said: %s", name, what, text())
                    .isTrue();
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    /** The latest list of nodes in its log. */
    String lastNodes() {
        return text().lines()
                .filter(line -> line.contains(" nodes: "))
                .map(line -> line.substring(line.indexOf(" nodes: ") + " nodes: ".length()))
                .reduce("", (_, later) -> later);
    }

    /** The id that it has told last, be it before {@link #forget}. */
    String id() {
        return said(0).lines()
                .filter(line -> line.contains(" with id "))
                .map(line -> line.replaceFirst(".* with id ([0-9a-f-]{36}) .*", "$1"))
                .reduce("", (_, later) -> later);
    }

    String text() {
        return said(readFrom);
    }

    private String said(int from) {
        try {
            byte[] bytes = Files.readAllBytes(log);
            return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
