package org.boltmesh.bootstrap.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.settings.HttpSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests whose bodies come in several pieces, as those of most clients may. */
@Timeout(60)
class GatewayPiecesTest {
    private static final long WAIT_SECONDS = 20;

    /** More than is read at once. */
    private static final int PADDING = 300_000;

    private static final HeldCluster CLUSTER = new HeldCluster();
    private static final ActorSystem<Void> SYSTEM =
            ActorSystem.create(
                    Behaviors.empty(),
                    "gateway-pieces-test",
                    ConfigFactory.parseString(
                                    "pekko.stdout-loglevel = OFF, pekko.loglevel = WARNING")
                            .withFallback(ConfigFactory.defaultReference()));
    private static int port;

    @BeforeAll
    static void start() {
        var settings = new HttpSettings(true, new HostPort("127.0.0.1", 0), List.of());
        port = Gateway.start(SYSTEM, CLUSTER, settings, new HostNames(Set.of())).port();
    }

    @AfterAll
    static void stop() {
        SYSTEM.terminate();
    }

    private static Socket sent(String version, String connection, String body) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(WAIT_SECONDS));
        String head =
                """
                POST /v1/chat/completions %s\r
                Host: localhost\r
                Connection: %s\r
                Content-Type: application/json\r
                Content-Length: %d\r
                \r
                """
                        .formatted(version, connection, body.length());
        write(socket, (head + body).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** A gateway that refuses a body need not read all of it. */
    private static void write(Socket socket, byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (SocketException e) {
            System.err.println("the gateway reads no more: " + e.getMessage());
        }
    }

    private static String body(boolean stream) {
        return "{\"model\": \"tales\", \"stream\": %s, \"messages\": [{\"role\": \"user\", \"content\": \"Hi\"}]}"
                        .formatted(stream)
                + " ".repeat(PADDING);
    }

    private static HeldCluster.Ask ask() throws InterruptedException {
        HeldCluster.Ask ask = CLUSTER.asks.poll(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(ask).as("a request within %d s", WAIT_SECONDS).isNotNull();
        return ask;
    }

    static Stream<Arguments> connections() {
        return Stream.of("HTTP/1.1 close", "HTTP/1.1 keep-alive", "HTTP/1.0 close")
                .map(each -> each.split(" "))
                .flatMap(
                        each ->
                                Stream.of(true, false)
                                        .map(stream -> Arguments.of(each[0], each[1], stream)));
    }

    @ParameterizedTest
    @MethodSource("connections")
    void shouldAnswer(String version, String connection, boolean stream) throws Exception {
        try (Socket socket = sent(version, connection, body(stream))) {
            HeldCluster.Ask ask = ask();
            ask.begin();
            ask.token(0, "Hello");
            ask.finish();
            assertThat(readTo(socket, stream ? "[DONE]" : "\"usage\"")).contains("Hello");
        }
    }

    private static String readTo(Socket socket, String end) throws IOException {
        var text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("the connection ended after: %s", text).isNotNegative();
            text.append((char) next);
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("connections")
    void shouldCancelWhenTheClientHangsUp(String version, String connection, boolean stream)
            throws Exception {
        Socket socket = sent(version, connection, body(stream));
        HeldCluster.Ask ask = ask();
        ask.begin();
        socket.close();
        if (connection.equals("keep-alive")) {
            assertThat(get(ask.cancelled())).isTrue();
        } else if (stream) {
            // Nothing is read any more, but writing fails, long before the reader is too slow.
            for (int index = 0; !ask.cancelled().isDone(); index++) {
                assertThat(index).isLessThan(EventStream.EVENTS_MAX / 2);
                ask.token(index, "word ");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
        } else {
            ask.finish();
        }
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void shouldRefuseALargeBodyByItsLength() throws Exception {
        for (int more : List.of(1, 2, PADDING)) {
            String body = "x".repeat(RequestHandler.BODY_MAX_BYTES + more);
            try (Socket socket = sent("HTTP/1.1", "keep-alive", body)) {
                assertThat(readTo(socket, "\"code\"")).startsWith("HTTP/1.1 413 ");
            }
        }
    }
}
