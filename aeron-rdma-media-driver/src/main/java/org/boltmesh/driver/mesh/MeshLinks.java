package org.boltmesh.driver.mesh;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.boltmesh.driver.link.EpochSource;
import org.boltmesh.driver.link.HandshakeKey;
import org.boltmesh.driver.link.LaneShape;
import org.boltmesh.driver.link.Link;
import org.boltmesh.driver.link.LinkIdentity;
import org.boltmesh.driver.link.LinkSources;
import org.boltmesh.driver.verbs.RegisteredMemoryBudget;
import org.boltmesh.driver.verbs.VerbsProvider;

/** The peers, the links to them and the devices beneath. Owned by the driver's loop. */
final class MeshLinks {
    private static final long CLOSE_STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final VerbsProvider provider;
    private final MeshContext context;
    private final LongSupplier clock;
    private final RegisteredMemoryBudget budget;
    private final SecureRandom random = new SecureRandom();
    private final EpochSource epochs = EpochSource.ofWallClock(System::currentTimeMillis);
    private final Map<String, PeerLinks> peersByNode = new HashMap<>();
    private final List<PeerLinks> peers = new ArrayList<>();
    private final Map<LinkIdentity, MeshLink> links = new HashMap<>();
    private final Map<String, MeshDevice> devicesByName = new LinkedHashMap<>();
    private final List<MeshDevice> devices = new ArrayList<>();
    private Optional<MeshView> present = Optional.empty();

    MeshLinks(VerbsProvider provider, MeshContext context, LongSupplier clock) {
        this.provider = provider;
        this.context = context;
        this.clock = clock;
        budget = new RegisteredMemoryBudget(context.settings().memoryMaxBytes());
    }

    List<PeerLinks> peers() {
        return peers;
    }

    /**
     * Makes links what a view wants; those that stay are not touched.
     *
     * @throws IllegalArgumentException for ids, keys or addresses that are none
     */
    void join(MeshView view) {
        HandshakeKey key = HandshakeKey.of(HexFormat.of().parseHex(view.key().hex()));
        if (present.filter(before -> isOfSameCluster(before, view)).isEmpty()) {
            List.copyOf(peers).forEach(this::leave);
        }
        present = Optional.of(view);
        Set<String> wanted = view.peers().stream().map(MeshPeer::node).collect(Collectors.toSet());
        peers.stream().filter(peer -> !wanted.contains(peer.node())).toList().forEach(this::leave);
        view.peers().forEach(peer -> join(view.node(), peer, key));
    }

    private static boolean isOfSameCluster(MeshView before, MeshView after) {
        return before.node().equals(after.node()) && before.key().equals(after.key());
    }

    private void leave(PeerLinks peer) {
        List.copyOf(peer.links()).forEach(link -> leave(peer, link));
        peers.remove(peer);
        peersByNode.remove(peer.node());
    }

    private void leave(PeerLinks peer, MeshLink link) {
        forget(peer, link);
        link.close();
    }

    private void forget(PeerLinks peer, MeshLink link) {
        peer.links().remove(link);
        links.values().remove(link);
        link.device().detach(link);
    }

    /** Leaves all peers, and goes on with the next link where one is beyond that. */
    void breakOff() {
        List<PeerLinks> left = List.copyOf(peers);
        peers.clear();
        peersByNode.clear();
        for (PeerLinks peer : left) {
            for (MeshLink link : List.copyOf(peer.links())) {
                forget(peer, link);
                try {
                    link.close();
                } catch (RuntimeException e) {
                    context.report(e);
                }
            }
        }
    }

    boolean isClaimedByOther(InetSocketAddress address, PeerLinks peer) {
        return peers.stream()
                .filter(other -> !other.node().equals(peer.node()))
                .anyMatch(other -> other.remote().id(address) != LocalEndpoints.DRIVER);
    }

    private void join(String node, MeshPeer wanted, HandshakeKey key) {
        PeerLinks peer = peersByNode.get(wanted.node());
        if (peer == null) {
            peer = new PeerLinks(wanted.node(), context);
            peersByNode.put(wanted.node(), peer);
            peers.add(peer);
        }
        peer.addresses(
                wanted.addresses().stream().map(MeshLinks::address).toList(),
                wanted.hosts().stream().map(MeshLinks::literal).collect(Collectors.toSet()));
        for (MeshLink link : List.copyOf(peer.links())) {
            if (!wanted.cables().contains(link.cable())) {
                leave(peer, link);
            }
        }
        for (MeshCable cable : wanted.cables()) {
            LinkIdentity identity = new LinkIdentity(node, wanted.node(), cable.number());
            if (!links.containsKey(identity)) {
                begin(identity, cable, peer, key);
            }
        }
    }

    private void begin(LinkIdentity identity, MeshCable cable, PeerLinks peer, HandshakeKey key) {
        MeshDevice device = device(cable.device());
        Link link =
                new Link(
                        identity,
                        shapes(),
                        key,
                        context.settings().link(),
                        new LinkSources(epochs, random, random),
                        context.nowNs());
        MeshLink fresh = new MeshLink(link, cable, peer, device, context, random);
        links.put(identity, fresh);
        peer.links().add(fresh);
        peer.links().sort(Comparator.comparingInt(each -> each.cable().number()));
        device.attach(fresh);
    }

    private List<LaneShape> shapes() {
        return context.settings().sizes().lanes().stream()
                .map(size -> new LaneShape(size.slotBytes(), size.slots()))
                .toList();
    }

    private MeshDevice device(String name) {
        MeshDevice known = devicesByName.get(name);
        if (known != null) {
            return known;
        }
        MeshDevice device =
                new MeshDevice(
                        provider,
                        name,
                        budget,
                        context.settings().callDeadlineNs(),
                        context.loop(),
                        clock);
        devicesByName.put(name, device);
        devices.add(device);
        return device;
    }

    /** {@code HOST:PORT}, or {@code [HOST]:PORT} for IPv6; no name is looked up. */
    static InetSocketAddress address(String text) {
        URI uri = URI.create("udp://" + text);
        if (uri.getHost() == null || uri.getPort() < 1) {
            throw new IllegalArgumentException(
                    "address '%s', want HOST:PORT with a literal host".formatted(text));
        }
        return new InetSocketAddress(literal(uri.getHost()), uri.getPort());
    }

    static InetAddress literal(String host) {
        return InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", ""));
    }

    void onHandshake(ByteBuffer datagram) {
        Link.addressee(datagram)
                .flatMap(identity -> Optional.ofNullable(links.get(identity)))
                .ifPresent(link -> link.onHandshake(datagram));
    }

    int work(long nowNs) {
        int work = 0;
        for (int index = 0; index < devices.size(); index++) {
            devices.get(index).work(nowNs);
        }
        for (int index = 0; index < peers.size(); index++) {
            work += peers.get(index).work(nowNs);
        }
        return work;
    }

    boolean isEmpty() {
        return links.isEmpty();
    }

    /** What is wrong with devices, in words for people; empty if nothing is. */
    String problem() {
        return devices.stream()
                .map(MeshDevice::problem)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    boolean wantsRestart() {
        return devices.stream().anyMatch(MeshDevice::isQuarantined)
                || links.values().stream().anyMatch(MeshLink::wantsRestart);
    }

    List<LinkStatus> statuses() {
        return peers.stream()
                .flatMap(peer -> peer.links().stream())
                .map(MeshLink::status)
                .sorted(Comparator.comparing(LinkStatus::peer).thenComparingInt(LinkStatus::cable))
                .toList();
    }

    /** Tells the peers, gives everything back, and waits for it, but not for ever. */
    void close(long waitMaxNs) {
        List.copyOf(peers).forEach(this::leave);
        List<CompletableFuture<Boolean>> ends = devices.stream().map(MeshDevice::shutDown).toList();
        long deadlineNs = clock.getAsLong() + waitMaxNs;
        while (!ends.stream().allMatch(CompletableFuture::isDone)
                && clock.getAsLong() - deadlineNs < 0) {
            context.loop().work();
            LockSupport.parkNanos(CLOSE_STEP_NS);
        }
        context.loop().work();
        provider.close();
    }
}
