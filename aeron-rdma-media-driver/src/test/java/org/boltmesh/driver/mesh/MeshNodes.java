package org.boltmesh.driver.mesh;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.lane.SendResult;
import org.boltmesh.driver.lane.SlotKind;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.simulated.CableEnd;
import org.boltmesh.driver.simulated.CallFaults;
import org.boltmesh.driver.simulated.SimulatedFabric;
import org.boltmesh.driver.simulated.SimulatedProvider;

/**
 * The meshes of three nodes without Aeron, on one thread and one clock: "a" in the middle, with a
 * cable to "b" and one to "c".
 */
final class MeshNodes implements AutoCloseable {
    private static final MeshKey KEY = new MeshKey("00112233445566778899aabbccddeeff");
    private static final long TURN_NS = 10_000;
    private static final int TURNS_MAX = 2_000_000;
    private static final int PATIENT_MS = 10_000;
    private static final String NEAR = "rdma_en3";
    private static final String FAR = "rdma_en4";
    private static final List<String> NODES = List.of("a", "b", "c");

    final SimulatedFabric fabric;
    final List<Throwable> errors = new ArrayList<>();
    private final Map<String, Mesh> meshes = new HashMap<>();
    private final Map<String, String> hosts;
    private long nowNs = System.nanoTime();

    /** With the address that each node's datagrams come from. */
    MeshNodes(Path folder, Map<String, String> hosts) {
        this.hosts = new HashMap<>(hosts);
        fabric =
                SimulatedFabric.lay(
                        folder,
                        "manners thunderbolt%ncable a:%s b:%s%ncable a:%s c:%s%n"
                                .formatted(NEAR, NEAR, FAR, NEAR));
        NODES.forEach(node -> meshes.put(node, mesh(node)));
        joinAll();
        turnUntil(() -> isUp("b", "a") && isUp("c", "a") && isUp("a", "b") && isUp("a", "c"));
    }

    private Mesh mesh(String node) {
        ErrorHandler onError = errors::add;
        return new Mesh(
                MeshSettings.of(InetAddress.getLoopbackAddress(), PATIENT_MS),
                Optional.of(
                        new SimulatedProvider(
                                fabric.folder(), node, new CallFaults(), () -> nowNs)),
                "",
                () -> nowNs,
                onError);
    }

    Mesh of(String node) {
        return Optional.ofNullable(meshes.get(node)).orElseThrow();
    }

    /** Tells a node who its peers are. */
    void join(String node, List<String> peers) {
        of(node).join(new MeshView(node, KEY, peers.stream().map(p -> peer(node, p)).toList()));
    }

    private MeshPeer peer(String node, String peer) {
        List<MeshCable> cables =
                node.equals("a") || peer.equals("a")
                        ? List.of(new MeshCable(0, device(node, peer)))
                        : List.of();
        return new MeshPeer(
                peer,
                List.of("127.0.0.1:" + of(peer).status().handshakePort()),
                List.of(Optional.ofNullable(hosts.get(peer)).orElseThrow()),
                cables);
    }

    private static String device(String node, String peer) {
        return node.equals("a") && peer.equals("c") ? FAR : NEAR;
    }

    /** A node's datagrams come from elsewhere, and all are told. */
    void move(String node, String host) {
        hosts.put(node, host);
        joinAll();
    }

    private void joinAll() {
        NODES.forEach(
                each -> join(each, NODES.stream().filter(peer -> !peer.equals(each)).toList()));
    }

    /** The cable between the middle and a node. */
    CableEnd cable(String node) {
        return new CableEnd(node, NEAR);
    }

    boolean isUp(String node, String peer) {
        return of(node).status().links().stream()
                .anyMatch(link -> link.peer().equals(peer) && link.state() == LinkState.UP);
    }

    long dropped(String node, String peer, String reason) {
        return of(node).status().links().stream()
                .filter(link -> link.peer().equals(peer))
                .mapToLong(link -> link.traffic().drops().getOrDefault(reason, 0L))
                .sum();
    }

    void turn() {
        NODES.forEach(node -> of(node).doWork());
        nowNs += TURN_NS;
    }

    /** Asks no more once it holds, so that the question may do something. */
    void turnUntil(BooleanSupplier condition) {
        for (int turn = 0; turn < TURNS_MAX; turn++) {
            if (condition.getAsBoolean()) {
                return;
            }
            turn();
        }
        throw new AssertionError("not within " + TURNS_MAX + " turns");
    }

    /** Until everybody has heard of all endpoints, and said so. */
    void settle() {
        for (int turn = 0; turn < 50_000; turn++) {
            turn();
        }
    }

    /** Sends by a route of a node; whether a lane took it. */
    boolean send(String node, InetSocketAddress to, int source) {
        Route route = of(node).route(to);
        return route != null
                && route.offer(SlotKind.CONTROL, 0, source, ByteBuffer.allocateDirect(100))
                        == SendResult.SENT;
    }

    @Override
    public void close() {
        meshes.values().forEach(Mesh::close);
        fabric.close();
    }

    /** Counts what comes, and from where. */
    static final class Ear implements LocalEndpoint {
        final List<InetSocketAddress> sources = new ArrayList<>();
        boolean throwsUp;
        private final InetSocketAddress address;

        Ear(InetSocketAddress address) {
            this.address = address;
        }

        @Override
        public InetSocketAddress address() {
            return address;
        }

        @Override
        public void onDatagram(UnsafeBuffer datagram, int lengthBytes, InetSocketAddress source) {
            sources.add(source);
            if (throwsUp) {
                throw new IllegalStateException("this ear cannot hear");
            }
        }

        @Override
        public void onTick(long nowNs) {}

        @Override
        public void repeatStatusMessages() {}
    }
}
