package org.boltmesh.driver.mesh;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.lane.SendResult;
import org.boltmesh.driver.lane.SlotHeader;
import org.boltmesh.driver.lane.SlotKind;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A peer: its links, its endpoints, and what it knows of ours. Traffic takes the first link that is
 * up. Owned by the driver's loop.
 */
final class PeerLinks {
    private static final Logger LOG = LoggerFactory.getLogger(PeerLinks.class);
    private static final long ANNOUNCE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final String node;
    private final MeshContext context;
    private final List<MeshLink> links = new ArrayList<>();
    private final RemoteEndpoints remote = new RemoteEndpoints(this::mayHave);
    private final UnsafeBuffer frame = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer outgoing =
            new UnsafeBuffer(ByteBuffer.allocateDirect(Announcement.LENGTH_MAX_BYTES));
    private List<InetSocketAddress> addresses = List.of();
    private Set<InetAddress> hosts = Set.of();
    private boolean isLocal;
    private long foreignEntries;
    private int heardGeneration;
    private long announcedNs;
    private boolean answersAnnouncement;

    PeerLinks(String node, MeshContext context) {
        this.node = node;
        this.context = context;
    }

    String node() {
        return node;
    }

    List<MeshLink> links() {
        return links;
    }

    /**
     * Where it is.
     *
     * @param list where its driver takes handshakes
     * @param places that its datagrams may come from
     */
    void addresses(List<InetSocketAddress> list, Set<InetAddress> places) {
        if (!places.equals(hosts)) {
            hosts = Set.copyOf(places);
            remote.forget();
            answersAnnouncement = true;
            context.onRoutesChanged();
        }
        addresses = List.copyOf(list);
        isLocal =
                list.stream()
                        .map(InetSocketAddress::getAddress)
                        .anyMatch(InetAddress::isLoopbackAddress);
    }

    void sendHandshake(ByteBuffer datagram) {
        context.sendHandshake(datagram, addresses);
    }

    /** The link that carries traffic now; null if none does. */
    @Nullable MeshLink current() {
        for (int index = 0; index < links.size(); index++) {
            if (links.get(index).isUp()) {
                return links.get(index);
            }
        }
        return null;
    }

    SendResult offer(SlotKind kind, int lane, int source, int destination, ByteBuffer datagram) {
        MeshLink link = current();
        if (link == null || !knows(source)) {
            return SendResult.NOT_OPEN;
        }
        try {
            return link.offer(kind, lane, source, destination, datagram);
        } catch (RuntimeException e) {
            // Aeron's agents call this, whose way by UDP is not to suffer.
            context.onMistake(e);
            return SendResult.NOT_OPEN;
        }
    }

    /** Else it would not take what comes from there. */
    private boolean knows(int source) {
        return heardGeneration - context.endpoints().addedAt(source) >= 0;
    }

    RemoteEndpoints remote() {
        return remote;
    }

    /** Takes a datagram from a lane; false if nobody here is meant. */
    boolean onDatagram(SlotHeader header, UnsafeBuffer buffer, int offset, int lengthBytes) {
        if (header.destination() == LocalEndpoints.DRIVER) {
            return onAnnouncement(buffer, offset, lengthBytes);
        }
        LocalEndpoint endpoint = context.endpoints().find(header.destination());
        InetSocketAddress source = remote.address(header.source());
        if (endpoint == null || source == null) {
            return false;
        }
        frame.wrap(buffer, offset, lengthBytes);
        try {
            endpoint.onDatagram(frame, lengthBytes, source);
        } catch (RuntimeException e) {
            context.report(e); // as Aeron does with one that came by UDP; the next one is another
        }
        return true;
    }

    private boolean onAnnouncement(UnsafeBuffer buffer, int offset, int lengthBytes) {
        try {
            Announcement part = Announcement.decode(buffer, offset, lengthBytes);
            if (part.heardInstance() == context.instance()) {
                heardGeneration = part.heard();
            }
            answersAnnouncement |= part.asks();
            if (remote.onAnnouncement(part)) {
                context.onRoutesChanged();
                foreignEntries +=
                        remote.refused()
                                + remote.addresses().stream()
                                        .filter(address -> context.isClaimedByOther(address, this))
                                        .count();
            }
            return true;
        } catch (MeshException e) {
            LOG.debug("{} announced what cannot be read: {}", node, e.getMessage());
            return false;
        }
    }

    /** The lanes are new ones. */
    void announceAgain() {
        heardGeneration = 0;
        announcedNs = context.nowNs() - ANNOUNCE_NS;
    }

    int work(long nowNs) {
        int count = 0;
        for (int index = 0; index < links.size(); index++) {
            count += links.get(index).work(nowNs);
        }
        if (answersAnnouncement || (asks() && nowNs - announcedNs >= ANNOUNCE_NS)) {
            announce(nowNs);
        }
        return count;
    }

    /** Whether an answer is wanted, and so asked for until it comes. */
    private boolean asks() {
        return isUnheard() || remote.generation() == 0;
    }

    private boolean isUnheard() {
        return heardGeneration != context.endpoints().generation();
    }

    private void announce(long nowNs) {
        MeshLink link = current();
        if (link == null) {
            return;
        }
        answersAnnouncement = false;
        announcedNs = nowNs;
        LocalEndpoints own = context.endpoints();
        for (Announcement part :
                Announcement.of(
                        asks(),
                        context.instance(),
                        own.generation(),
                        remote.instance(),
                        remote.generation(),
                        own.entries())) {
            link.offerSmall(
                    LocalEndpoints.DRIVER, LocalEndpoints.DRIVER, outgoing, part.encode(outgoing));
        }
    }

    /** Entries that it announced since the last question and that belong to others. */
    long takeForeignEntries() {
        long count = foreignEntries;
        foreignEntries = 0;
        return count;
    }

    /** Whether an endpoint there can be the peer's: loopback is so only on one machine. */
    boolean mayHave(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        boolean isThere = host.isLoopbackAddress() ? isLocal : hosts.contains(host);
        return isThere && !context.endpoints().isOwn(address);
    }
}
