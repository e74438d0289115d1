package org.boltmesh.driver.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.boltmesh.driver.RdmaOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a host says when the other one, or the link to it, does not come. */
@Timeout(60)
class RoceNodeTest {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir Path folder;
    private int port;

    @BeforeEach
    void findPort() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.ofLiteral(LOOPBACK))) {
            port = server.getLocalPort();
        }
    }

    @Test
    void shouldSayThatTheOtherNeverCame() {
        assertThatThrownBy(() -> start(true, SHORT))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("nobody is at 127.0.0.1:%d after 300 ms", port);
        assertThatThrownBy(() -> start(false, SHORT))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("nobody came to port %d within 300 ms", port);
    }

    @Test
    void shouldSayThatTheLinkNeverCameUp() throws Exception {
        FutureTask<RoceNode> other = inBackground(() -> start(false, Duration.ofSeconds(2)));
        assertThatThrownBy(() -> start(true, Duration.ofSeconds(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "within 2000 ms no link to 127.0.0.1 that is up", "provider=off");
        assertThatThrownBy(other::get).isInstanceOf(ExecutionException.class);
    }

    @Test
    void shouldSayThatTheOtherIsGoneOrSilent() throws Exception {
        FutureTask<Meeting> accepted = inBackground(() -> Meeting.accept(port, LONG));
        try (Meeting silent = Meeting.connect(LOOPBACK, port, SHORT)) {
            assertThatThrownBy(silent::await)
                    .hasMessageStartingWith("the other host is gone or silent: ")
                    .hasMessageContaining("timed out");
        }
        try (Meeting left = accepted.get()) {
            assertThat(left.exchange(7)).isZero();
            assertThatThrownBy(left::await)
                    .hasMessageStartingWith("the other host is gone or silent: ");
        }
    }

    private RoceNode start(boolean isFirst, Duration bound) throws IOException {
        var host = new RoceHost(isFirst, LOOPBACK, LOOPBACK, "rxe" + isFirst, port);
        return RoceNode.start(host, RdmaOptions.OFF, folder, bound);
    }

    private static <T> FutureTask<T> inBackground(Callable<T> work) {
        var task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }
}
