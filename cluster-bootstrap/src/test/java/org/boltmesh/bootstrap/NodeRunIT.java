package org.boltmesh.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code run} of the packed node.jar. */
@Timeout(300)
class NodeRunIT {
    @TempDir Path folder;

    private NodeJarProcess run(String name, int port, String keys, String... arguments)
            throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        String[] all = new String[arguments.length + 3];
        all[0] = "run";
        all[1] = "--config";
        all[2] = config(own, name, port, keys).toString();
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return NodeJarProcess.start(own, all);
    }

    private static Path config(Path own, String name, int port, String keys) throws IOException {
        return Files.writeString(
                own.resolve("node.conf"),
                """
                boltmesh {
                  node-name = %s
                  bind.port = %d
                  http.port = 0
                  timeouts { found-cluster = 2s, unreachable = 10s }
                  %s
                }
                """
                        .formatted(name, port, keys));
    }

    /** Without what Java itself says of a library that uses Unsafe. */
    private static String said(NodeJarProcess node) throws IOException {
        return node.err()
                .lines()
                .filter(line -> !line.startsWith("WARNING: "))
                .collect(Collectors.joining("\n"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void shouldRunUntilItIsToldToStop() throws Exception {
        int port = freePort();
        try (var node = run("a", port, "")) {
            node.awaitErr("listens on 127.0.0.1:" + port);
            node.awaitErr("nodes: a (127.0.0.1:" + port + ", up)");
            node.awaitErr("HTTP on 127.0.0.1:");
            node.awaitErr("media driver");
            tellsMetrics(node);
            refusesASecondStart(node);
            node.signal("TERM");
            assertThat(node.exitCode()).as(node.err()).isZero();
            assertThat(node.out()).isEmpty();
            assertThat(said(node))
                    .contains("told to stop")
                    .doesNotContain("WARN", "ERROR", "Exception", "sun.misc.Unsafe");
            assertThat(folder.resolve("a/home/node/logs/node.log")).isNotEmptyFile();
            node.assertNothingTemporaryLeft();
        }
    }

    private static void tellsMetrics(NodeJarProcess node) throws Exception {
        Matcher place = Pattern.compile("HTTP on (\\S+)").matcher(node.err());
        assertThat(place.find()).isTrue();
        assertThat(get(place.group(1), "/metrics"))
                .contains(
                        "boltmesh_media_driver_starts_total{node=\"a\"} 1.0",
                        "jvm_threads_live_threads{node=\"a\"}");
        assertThat(get(place.group(1), "/openapi.json")).contains("\"/metrics\"");
    }

    private static String get(String place, String path) throws Exception {
        try (InputStream in = URI.create("http://" + place + path).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void refusesASecondStart(NodeJarProcess first) throws Exception {
        String sameFolder = "data-folder = \"%s\"".formatted(folder.resolve("a/home/node"));
        try (var second = run("second", freePort(), sameFolder)) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err())
                    .startsWith("run: data folder ")
                    .contains("is in use by process " + first.pid())
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldFormAClusterWhenItsSeedComesLast() throws Exception {
        int first = freePort();
        int second = freePort();
        String seeds = "seed-nodes = [\"127.0.0.1:%d\", \"127.0.0.1:%d\"]".formatted(first, second);
        try (var b = run("b", second, seeds)) {
            b.awaitErr("Couldn't join seed nodes");
            assertThat(b.err()).contains("will try again", "127.0.0.1:" + first);
            try (var a = run("a", first, seeds)) {
                String both =
                        "nodes: a (127.0.0.1:%d, up), b (127.0.0.1:%d, up)"
                                .formatted(first, second);
                a.awaitErr(both);
                b.awaitErr(both);
                a.signal("INT");
                assertThat(a.exitCode()).isZero();
                b.signal("TERM");
                assertThat(b.exitCode()).isZero();
            }
        }
    }

    @Test
    void shouldStopWhenItsInputEndsAndLeaveNothing() throws Exception {
        int port = freePort();
        String own = "data-folder = \"%s\"".formatted(folder.resolve("short/node"));
        try (var node = run("a", port, own, "--stop-on-input-end", "--remove-data-folder")) {
            node.awaitErr("nodes: a (127.0.0.1:" + port + ", up)");
            assertThat(folder.resolve("short/node/node.id").getParent()).isNotEmptyDirectory();
            node.endInput();
            assertThat(node.exitCode()).as(node.err()).isZero();
            assertThat(folder.resolve("short")).doesNotExist();
        }
    }

    @Test
    void shouldLeaveNothingWhenItsInputEndsBeforeItHasStarted() throws Exception {
        String own = "data-folder = \"%s\"".formatted(folder.resolve("short/node"));
        try (var node = run("a", freePort(), own, "--stop-on-input-end", "--remove-data-folder")) {
            node.endInput();
            assertThat(node.exitCode()).as(node.err()).isZero();
            assertThat(folder.resolve("short")).doesNotExist();
        }
    }

    @Test
    void shouldSayInOneLineThatItsPortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var node = run("a", taken.getLocalPort(), "")) {
            assertThat(node.exitCode()).isEqualTo(1);
            assertThat(said(node))
                    .startsWith("run: port " + taken.getLocalPort() + " of 127.0.0.1 is in use")
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldStopAndSayThatItsHttpPortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var node = run("a", freePort(), "http.port = " + taken.getLocalPort())) {
            assertThat(node.exitCode()).isEqualTo(1);
            assertThat(said(node))
                    .contains("run: port " + taken.getLocalPort() + " of 127.0.0.1 is in use")
                    .contains("boltmesh.http.port")
                    .doesNotContain("Exception");
        }
    }

    @Test
    void shouldSayInOneLineThatItsDataFolderCannotBeUsed() throws Exception {
        Path file = Files.writeString(folder.resolve("in-the-way"), "no folder");
        try (var node = run("a", freePort(), "data-folder = \"%s/node\"".formatted(file))) {
            assertThat(node.exitCode()).isEqualTo(1);
            assertThat(node.err())
                    .startsWith("run: cannot use data folder " + file)
                    .contains("boltmesh.data-folder")
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldSayInOneLineWhatIsWrongWithItsConfiguration() throws Exception {
        try (var node = run("a", freePort(), "memory-limit = lots")) {
            assertThat(node.exitCode()).isEqualTo(1);
            assertThat(node.err())
                    .startsWith("run: boltmesh.memory-limit = \"lots\", want \"none\" or a size")
                    .contains("node.conf:6")
                    .hasLineCount(1);
        }
    }

    @Test
    void shouldLogAsTheFileBesideItsConfigurationSays() throws Exception {
        Path own = Files.createDirectories(folder.resolve("a"));
        Files.writeString(
                own.resolve("logback.xml"),
                """
                <configuration>
                  <appender name="file" class="ch.qos.logback.core.FileAppender">
                    <file>${LOG_FOLDER}/mine.log</file>
                    <encoder><pattern>mine: %msg%n</pattern></encoder>
                  </appender>
                  <root level="info"><appender-ref ref="file"/></root>
                </configuration>
                """);
        Path log = own.resolve("home/node/logs/mine.log");
        String secret = "cluster-secret = \"a secret of enough characters\"";
        try (var node = run("a", freePort(), secret)) {
            NodeJarProcess.await(() -> NodeJarProcess.text(log).contains("mine: nodes: a"));
            // Before it is known where to log.
            assertThat(said(node)).contains("WARN", "chmod 600").hasLineCount(1);
            node.signal("TERM");
            assertThat(node.exitCode()).isZero();
        }
    }
}
