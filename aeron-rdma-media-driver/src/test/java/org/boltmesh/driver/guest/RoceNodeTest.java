package org.boltmesh.driver.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.driver.simulated.SimulatedFabric;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a host says when the other one, or the link to it, does not come. */
@Timeout(60)
class RoceNodeTest {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String DEVICE = "en1";

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration ALONE = Duration.ofSeconds(2);
    private static final Duration BOUND = Duration.ofSeconds(4);
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
    void shouldSayThatThereIsNoRdma() {
        assertThatThrownBy(() -> start("a", RdmaOptions.OFF, SHORT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("within 300 ms no port for handshakes", "provider=off");
    }

    @Test
    void shouldSayThatTheOtherNeverCame() {
        try (var fabric = layFabric()) {
            assertThatThrownBy(() -> start("a", simulated(fabric, "a"), ALONE))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("nobody is at 127.0.0.1:%d after 2000 ms", port);
            assertThatThrownBy(() -> start("b", simulated(fabric, "b"), ALONE))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("nobody came to port %d within 2000 ms", port);
        }
    }

    @Test
    void shouldSayThatTheLinkNeverCameUp() throws Exception {
        try (var fabric = layFabric()) {
            FutureTask<RoceNode> other =
                    inBackground(() -> start("b", simulated(fabric, "b"), BOUND));
            assertThatThrownBy(() -> start("a", simulated(fabric, "a"), BOUND))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll(
                            "within 4000 ms no link to 127.0.0.1 that is up",
                            "provider=simulated",
                            "node 127.0.0.1 with itself");
            assertThatThrownBy(other::get).isInstanceOf(ExecutionException.class);
        }
    }

    private SimulatedFabric layFabric() {
        return SimulatedFabric.lay(
                folder.resolve("fabric"), "manners thunderbolt\ncable a:en1 b:en1\n");
    }

    private static RdmaOptions simulated(SimulatedFabric fabric, String name) {
        return RdmaOptions.simulated(InetAddress.ofLiteral(LOOPBACK), fabric.folder(), name);
    }

    private RoceNode start(String name, RdmaOptions rdma, Duration bound) throws IOException {
        var host = new RoceHost(name.equals("a"), LOOPBACK, LOOPBACK, DEVICE, port);
        return RoceNode.start(host, rdma, Files.createDirectories(folder.resolve(name)), bound);
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

    private static <T> FutureTask<T> inBackground(Callable<T> work) {
        var task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }
}
