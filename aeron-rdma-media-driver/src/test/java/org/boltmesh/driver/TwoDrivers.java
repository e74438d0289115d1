package org.boltmesh.driver;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.MeshCable;
import org.boltmesh.driver.mesh.MeshKey;
import org.boltmesh.driver.mesh.MeshPeer;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.driver.mesh.MeshView;
import org.boltmesh.driver.simulated.CableEnd;
import org.boltmesh.driver.simulated.SimulatedFabric;

/** Two drivers of this process, "a" and "b", with a simulated cable between them. */
final class TwoDrivers implements AutoCloseable {
    static final MeshKey KEY = new MeshKey("00112233445566778899aabbccddeeff");
    static final String DEVICE = "rdma_en3";

    /** Long, since a busy machine pauses a loop: a cable that is out is told by its port. */
    static final int SUSPECT_AFTER_MS = 2000;

    final SimulatedFabric fabric;
    final RdmaMediaDriver a;
    final RdmaMediaDriver b;
    private final List<Aeron> clients = new ArrayList<>();
    private final Path folder;

    TwoDrivers(Path folder) {
        this(folder, "");
    }

    TwoDrivers(Path folder, String cableOptions) {
        this.folder = folder;
        fabric =
                SimulatedFabric.lay(
                        folder.resolve("fabric"),
                        "manners thunderbolt%ncable a:%s b:%s %s%n"
                                .formatted(DEVICE, DEVICE, cableOptions)
                                .replace(" \n", "\n"));
        a = launch("a");
        b = launch("b");
    }

    RdmaMediaDriver launch(String host) {
        return RdmaMediaDriver.launch(
                MediaDriverOptions.in(folder.resolve(host))
                        .withTermLength(1 << 20)
                        .withMtu(MediaDriverOptions.MTU_DEFAULT_BYTES)
                        .withRdma(
                                RdmaOptions.simulated(
                                                InetAddress.getLoopbackAddress(),
                                                fabric.folder(),
                                                host)
                                        .withSuspectAfter(SUSPECT_AFTER_MS)),
                () -> {});
    }

    CableEnd end(String host) {
        return new CableEnd(host, DEVICE);
    }

    static void join(RdmaMediaDriver driver, String node, RdmaMediaDriver peer, String peerNode) {
        driver.join(view(node, peerNode, KEY, status(peer).handshakePort()));
    }

    static MeshView view(String node, String peerNode, MeshKey key, int port) {
        return new MeshView(
                node,
                key,
                List.of(
                        new MeshPeer(
                                peerNode,
                                List.of("127.0.0.1:" + port),
                                List.of("127.0.0.1"),
                                List.of(new MeshCable(0, DEVICE)))));
    }

    void join() {
        join(a, "a", b, "b");
        join(b, "b", a, "a");
    }

    void joinAndAwaitUp() {
        join();
        awaitState(a, LinkState.UP);
        awaitState(b, LinkState.UP);
    }

    static MeshStatus status(RdmaMediaDriver driver) {
        return driver.heartbeat().orElseThrow().mesh();
    }

    static LinkStatus link(RdmaMediaDriver driver) {
        return status(driver).links().getFirst();
    }

    static void awaitState(RdmaMediaDriver driver, LinkState state) {
        Await.until(() -> !status(driver).links().isEmpty() && link(driver).state() == state);
    }

    static long udpBytes(RdmaMediaDriver driver) {
        return driver.heartbeat().orElseThrow().peers().stream()
                .mapToLong(DriverEvent.Peer::sentBytes)
                .sum();
    }

    Aeron client(RdmaMediaDriver driver) {
        Aeron client =
                Aeron.connect(
                        new Aeron.Context().aeronDirectoryName(driver.aeronDirectory().toString()));
        clients.add(client);
        return client;
    }

    static ExclusivePublication publication(Aeron client, int port, int streamId, int mtu) {
        return client.addExclusivePublication(
                "aeron:udp?endpoint=127.0.0.1:%d|interface=127.0.0.1|mtu=%d".formatted(port, mtu),
                streamId);
    }

    static Subscription subscription(Aeron client, int port, int streamId) {
        return client.addSubscription("aeron:udp?endpoint=127.0.0.1:" + port, streamId);
    }

    @Override
    public void close() {
        clients.forEach(Aeron::close);
        a.close();
        b.close();
        fabric.close();
    }
}
