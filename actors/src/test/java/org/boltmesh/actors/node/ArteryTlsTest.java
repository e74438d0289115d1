package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.boltmesh.actors.settings.ClusterSecret;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.HttpSettings;
import org.boltmesh.actors.settings.Isolation;
import org.boltmesh.actors.settings.NetworkSettings;
import org.boltmesh.actors.settings.NodeSettings;
import org.boltmesh.actors.settings.RdmaSettings;
import org.boltmesh.actors.settings.TimeoutSettings;
import org.boltmesh.driver.RdmaProvider;
import org.boltmesh.driver.fabric.FabricSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What comes through a node's port, with and without TLS. */
@Timeout(240)
class ArteryTlsTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Optional<ClusterSecret> SECRET =
            Optional.of(new ClusterSecret("one secret for them all"));

    @TempDir Path folder;

    @Test
    void shouldTalkOverTlsAndRefuseRawFrames() throws Exception {
        int[] ports = NodeProcess.freePorts(2);
        try (var first = start(settings("first", ports[0], SECRET, ports));
                var second = start(settings("second", ports[1], SECRET, ports))) {
            await(() -> names(second, ports[0]).equals(List.of("first", "second")));
            assertThat(first.refusals().total()).isZero();
            assertThat(first.tlsRefusals().count()).isZero();

            // A stream that a node without TLS would answer: taken from one, sent as it is.
            byte[] frames = framesOfANode(ports[0]);
            assertThat(frames).startsWith("AKKA".getBytes(StandardCharsets.US_ASCII));
            sendRefused(first, ports[0], frames);
            byte[] http = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            sendRefused(first, ports[0], http);
            assertThat(names(second, ports[0])).containsExactly("first", "second");
        }
    }

    /** What a node without secret says to a node that it believes to be its seed. */
    private byte[] framesOfANode(int targetPort) throws Exception {
        try (var listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                var node =
                        start(
                                settings(
                                        "raw",
                                        NodeProcess.freePorts(1)[0],
                                        Optional.empty(),
                                        listener.getLocalPort(),
                                        targetPort))) {
            assertThat(node.refusals().total()).isZero();
            listener.setSoTimeout((int) TIMEOUT.toMillis());
            try (Socket socket = listener.accept()) {
                return received(socket.getInputStream());
            }
        }
    }

    private static byte[] received(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        while (bytes.size() < 100) {
            byte[] some = new byte[4096];
            int length = in.read(some);
            assertThat(length).isPositive();
            bytes.write(some, 0, length);
        }
        return bytes.toByteArray();
    }

    /** Sends, and waits for the other side to close and to count it. */
    private static void sendRefused(BoltmeshNode node, int port, byte[] bytes) throws IOException {
        long before = node.tlsRefusals().count();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            byte[] answer = socket.getInputStream().readAllBytes();
            assertThat(answer.length).as("a TLS alert at most").isLessThan(64);
        }
        await(() -> node.tlsRefusals().count() > before);
    }

    /** Asks the guardian of another node over the network. */
    private static List<String> names(BoltmeshNode asking, int port) {
        ActorRef<NodeGuardian.Command> guardian =
                ActorRefResolver.get(asking.system())
                        .resolveActorRef("pekko://boltmesh@127.0.0.1:" + port + "/user");
        return AskPattern.<NodeGuardian.Command, NodeGuardian.Nodes>ask(
                        guardian, NodeGuardian.ListNodes::new, TIMEOUT, asking.system().scheduler())
                .toCompletableFuture()
                .join()
                .nodes()
                .stream()
                .filter(NodeMember::isServing)
                .map(NodeMember::name)
                .toList();
    }

    private static void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNs);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    /** Without child processes. */
    private static BoltmeshNode start(NodeSettings settings) {
        return BoltmeshNode.start(settings, new NodePrograms(List.of(), List.of()));
    }

    private NodeSettings settings(
            String name, int port, Optional<ClusterSecret> secret, int... seedPorts) {
        var place = new HostPort("127.0.0.1", port);
        List<HostPort> seeds =
                IntStream.of(seedPorts).mapToObj(seed -> new HostPort("127.0.0.1", seed)).toList();
        return new NodeSettings(
                name,
                folder,
                folder.resolve(name),
                new NetworkSettings(place, place, place, seeds, secret),
                new RdmaSettings(
                        RdmaProvider.OFF,
                        FabricSource.Automatic.INSTANCE,
                        Optional.empty(),
                        Duration.ofMillis(25),
                        Duration.ZERO),
                new HttpSettings(false, place, List.of()),
                OptionalLong.empty(),
                0,
                OptionalInt.empty(),
                Isolation.IN_PROCESS,
                List.of(),
                new TimeoutSettings(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(10)));
    }
}
