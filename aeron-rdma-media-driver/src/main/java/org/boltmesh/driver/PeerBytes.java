package org.boltmesh.driver;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes sent to each peer, headers and repeats included. The sender thread counts, any reads. */
final class PeerBytes {
    /** More are counted together, so that a heartbeat stays small. */
    static final int PEERS_MAX = 256;

    private static final String OTHERS = "others";

    private final Map<String, AtomicLong> bytes = new ConcurrentHashMap<>();

    /** The count of a peer, by address and port. */
    AtomicLong of(InetSocketAddress peer) {
        String name = name(peer);
        AtomicLong known = bytes.get(name);
        if (known != null) {
            return known;
        }
        return bytes.computeIfAbsent(
                bytes.size() < PEERS_MAX ? name : OTHERS, _ -> new AtomicLong());
    }

    private static String name(InetSocketAddress peer) {
        InetAddress address = peer.getAddress();
        String host = address == null ? peer.getHostString() : address.getHostAddress();
        return host + ":" + peer.getPort();
    }

    List<DriverEvent.Peer> peers() {
        return bytes.entrySet().stream()
                .map(entry -> new DriverEvent.Peer(entry.getKey(), entry.getValue().get()))
                .sorted((a, b) -> a.address().compareTo(b.address()))
                .toList();
    }
}
