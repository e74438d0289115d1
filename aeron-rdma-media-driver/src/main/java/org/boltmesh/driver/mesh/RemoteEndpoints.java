package org.boltmesh.driver.mesh;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** The endpoints of one peer, as it last announced them whole. */
final class RemoteEndpoints {
    private final Int2ObjectHashMap<InetSocketAddress> byId = new Int2ObjectHashMap<>();
    private final Map<InetSocketAddress, Integer> byAddress = new HashMap<>();
    private final List<EndpointEntry> pending = new ArrayList<>();
    private final Predicate<InetSocketAddress> mayHave;
    private long partsHeard;
    private long instance;
    private int pendingGeneration;
    private int generation;
    private int refused;

    /**
     * Of a peer that announced nothing yet.
     *
     * @param mayHave which addresses can be the peer's own; others are dropped
     */
    RemoteEndpoints(Predicate<InetSocketAddress> mayHave) {
        this.mayHave = mayHave;
    }

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
        refused = 0;
        for (EndpointEntry entry : pending) {
            if (mayHave.test(entry.address())) {
                byId.put(entry.id(), entry.address());
                byAddress.put(entry.address(), entry.id());
            } else {
                refused++;
            }
        }
        pending.clear();
        return true;
    }

    /** What it announced is to be heard anew. */
    void forget() {
        generation = 0;
        partsHeard = 0;
        pending.clear();
        byId.clear();
        byAddress.clear();
    }

    /** Entries of the last announcement that were dropped. */
    int refused() {
        return refused;
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
