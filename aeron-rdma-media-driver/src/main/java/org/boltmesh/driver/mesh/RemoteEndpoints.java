package org.boltmesh.driver.mesh;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** The endpoints of one peer, as it last announced them whole. */
final class RemoteEndpoints {
    private final Int2ObjectHashMap<InetSocketAddress> byId = new Int2ObjectHashMap<>();
    private final Map<InetSocketAddress, Integer> byAddress = new HashMap<>();
    private final List<EndpointEntry> pending = new ArrayList<>();
    private long partsHeard;
    private long instance;
    private int pendingGeneration;
    private int generation;

    /**
     * Takes one part.
     *
     * @return whether the endpoints are others than before
     */
    boolean onAnnouncement(Announcement part) {
        if (part.instance() != instance) {
            begin(part);
            instance = part.instance();
            generation = 0;
        } else if (part.generation() != pendingGeneration) {
            if (part.generation() - pendingGeneration < 0) {
                return false; // an old one that comes late
            }
            begin(part);
        }
        long bit = 1L << part.part();
        if ((partsHeard & bit) == 0) {
            partsHeard |= bit;
            pending.addAll(part.entries());
        }
        return Long.bitCount(partsHeard) == part.parts()
                && generation != pendingGeneration
                && settle();
    }

    private void begin(Announcement part) {
        pendingGeneration = part.generation();
        partsHeard = 0;
        pending.clear();
    }

    private boolean settle() {
        generation = pendingGeneration;
        byId.clear();
        byAddress.clear();
        for (EndpointEntry entry : pending) {
            byId.put(entry.id(), entry.address());
            byAddress.put(entry.address(), entry.id());
        }
        pending.clear();
        return true;
    }

    /** The generation that is known whole; 0 for none. */
    int generation() {
        return generation;
    }

    /** Of which process of the peer. */
    long instance() {
        return instance;
    }

    @Nullable InetSocketAddress address(int id) {
        return byId.get(id);
    }

    /** The number of the endpoint there; 0 for none. */
    int id(InetSocketAddress address) {
        return byAddress.getOrDefault(address, LocalEndpoints.DRIVER);
    }

    Collection<InetSocketAddress> addresses() {
        return byAddress.keySet();
    }
}
