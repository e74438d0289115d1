package org.boltmesh.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClaimedServerTest {
    private SocketFolder folder;

    @BeforeEach
    void createFolder() throws IOException {
        folder = SocketFolder.create();
    }

    @AfterEach
    void removeFolder() throws IOException {
        folder.close();
    }

    @Test
    void shouldAnswerBeatRefuseASecondAndEndWhenAsked() throws IOException {
        CompletableFuture<Integer> exit = serve(Duration.ofMinutes(1));
        try (var first = connect();
                var second = connect()) {
            assertThat(text(first.receive())).isEqualTo("hello");
            assertThat(text(second.receive())).contains("echo", "is claimed by another process");
            assertThat(second.receive()).isEmpty();
            assertThat(text(first.receive())).isEqualTo("beat");
            first.send("end".getBytes(StandardCharsets.UTF_8));
            assertThat(exit.orTimeout(30, TimeUnit.SECONDS).join())
                    .isEqualTo(ClaimedServer.EXIT_SHUTDOWN);
        }
        assertThat(folder.socket()).doesNotExist();
    }

    @Test
    void shouldExitWhenNobodyClaimsIt() throws IOException {
        assertThat(serve(Duration.ofMillis(200)).orTimeout(30, TimeUnit.SECONDS).join())
                .isEqualTo(ClaimedServer.EXIT_UNCLAIMED);
    }

    private CompletableFuture<Integer> serve(Duration unclaimedExit) throws IOException {
        var server = ClaimedServer.listen(new ServerOptions(folder.socket(), false, unclaimedExit));
        var exit = new CompletableFuture<Integer>();
        Thread.ofPlatform().daemon().start(() -> exit.complete(server.serve(new Echo())));
        return exit;
    }

    private FrameConnection connect() throws IOException {
        return new FrameConnection(ProcessSocket.connect(folder.socket()), "test");
    }

    private static String text(Optional<byte[]> frame) {
        return new String(frame.orElseThrow(), StandardCharsets.UTF_8);
    }

    /** Says hello and ends with the first request. */
    private static final class Echo implements ClaimedService {
        @Override
        public String name() {
            return "echo";
        }

        @Override
        public void start() {}

        @Override
        public Session open(FrameConnection connection, Runnable onShutdown) {
            return new EchoSession(connection, onShutdown);
        }

        @Override
        public void close() {}
    }

    private record EchoSession(FrameConnection connection, Runnable onShutdown)
            implements ClaimedService.Session {
        @Override
        public void run() {
            send("hello");
            try {
                if (connection.receive().isPresent()) {
                    onShutdown.run();
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void refuse(String sentence) {
            send(sentence);
        }

        @Override
        public void beat() {
            send("beat");
        }

        private void send(String text) {
            connection.send(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
