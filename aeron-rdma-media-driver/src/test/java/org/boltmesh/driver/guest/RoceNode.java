package org.boltmesh.driver.guest;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.boltmesh.driver.MediaDriverOptions;
import org.boltmesh.driver.RdmaMediaDriver;
import org.boltmesh.driver.RdmaOptions;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.MeshCable;
import org.boltmesh.driver.mesh.MeshKey;
import org.boltmesh.driver.mesh.MeshPeer;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.mesh.MeshView;

/**
 * A driver on real verbs in this process whose link to the other host's is up, and a line to that
 * process. No wait is longer than a bound, and each says what it waited for.
 */
public final class RoceNode implements AutoCloseable {
    /** Emulated processors hold a loop up for long. */
    private static final int SUSPECT_AFTER_MS = 5000;

    private static final MeshKey KEY = new MeshKey("00112233445566778899aabbccddeeff");

    private final RoceHost host;
    private final Duration bound;
    private final RdmaMediaDriver driver;
    private final Meeting meeting;

    private RoceNode(RoceHost host, Duration bound, RdmaMediaDriver driver, Meeting meeting) {
        this.host = host;
        this.bound = bound;
        this.driver = driver;
        this.meeting = meeting;
    }

    /**
     * Of the host that this process was started as; back when both ends of the link are up.
     *
     * @throws IOException when the other host's process does not come, or is gone
     * @throws IllegalStateException when the link does not come up
     */
    public static RoceNode start(Path folder) throws IOException {
        RoceHost host = RoceHost.current();
        RdmaOptions rdma =
                RdmaOptions.verbs(InetAddress.ofLiteral(host.own()))
                        .withSuspectAfter(SUSPECT_AFTER_MS);
        return start(host, rdma, folder, Meeting.BOUND);
    }

    static RoceNode start(RoceHost host, RdmaOptions rdma, Path folder, Duration bound)
            throws IOException {
        RdmaMediaDriver driver =
                RdmaMediaDriver.launch(
                        MediaDriverOptions.in(folder.resolve("aeron-" + host.device()))
                                .withTermLength(1 << 20)
                                .withRdma(rdma),
                        () -> {});
        try {
            // Said by this host alone, before the other one is waited for.
            await(driver, bound, () -> port(driver) > 0, () -> "port for handshakes");
            var node = new RoceNode(host, bound, driver, meet(host, bound));
            node.join();
            return node;
        } catch (IOException | RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    private static int port(RdmaMediaDriver driver) {
        return driver.heartbeat().orElseThrow().mesh().handshakePort();
    }

    private static Meeting meet(RoceHost host, Duration bound) throws IOException {
        return host.isFirst()
                ? Meeting.connect(host.peer(), host.port(), bound)
                : Meeting.accept(host.port(), bound);
    }

    private void join() throws IOException {
        try {
            driver.join(view(meeting.exchange(port(driver))));
            await(this::isUp, () -> "link to %s that is up".formatted(host.peer()));
            meeting.await();
        } catch (IOException | RuntimeException e) {
            meeting.close();
            throw e;
        }
    }

    private MeshView view(long peerPort) {
        return new MeshView(
                host.own(),
                KEY,
                List.of(
                        new MeshPeer(
                                host.peer(),
                                List.of(host.peer() + ":" + peerPort),
                                List.of(host.peer()),
                                List.of(new MeshCable(0, host.device())))));
    }

    private boolean isUp() {
        return status().links().stream().anyMatch(link -> link.state() == LinkState.UP);
    }

    /** Which of the two this is. */
    public RoceHost host() {
        return host;
    }

    /** The line to the other's process. */
    public Meeting meeting() {
        return meeting;
    }

    /** The driver's directory. */
    public Path aeronDirectory() {
        return driver.aeronDirectory();
    }

    /** How its link is. */
    public MeshStatus status() {
        return driver.heartbeat().orElseThrow().mesh();
    }

    /** What it has sent so far. */
    public NodeTraffic traffic() {
        return NodeTraffic.of(driver.heartbeat().orElseThrow());
    }

    /**
     * Waits until something is so.
     *
     * @throws IllegalStateException when it is not in time, with what was wanted and how the link
     *     is
     */
    public void await(BooleanSupplier condition, Supplier<String> wanted) {
        await(driver, bound, condition, wanted);
    }

    private static void await(
            RdmaMediaDriver driver,
            Duration bound,
            BooleanSupplier condition,
            Supplier<String> wanted) {
        long deadlineNs = System.nanoTime() + bound.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException(
                        "within %d ms no %s; %s"
                                .formatted(
                                        bound.toMillis(),
                                        wanted.get(),
                                        driver.heartbeat().orElseThrow().mesh()));
            }
            LockSupport.parkNanos(20_000);
        }
    }

    @Override
    public void close() throws IOException {
        try (meeting) {
            driver.close();
        }
    }
}
