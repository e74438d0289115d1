package org.boltmesh.driver.mesh;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.boltmesh.driver.lane.SlotHeader;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of this driver by number. A number is not given again soon, so that what was meant
 * for an endpoint that is gone reaches none.
 */
final class LocalEndpoints {
    /** To the driver itself. */
    static final int DRIVER = 0;

    private final Int2ObjectHashMap<LocalEndpoint> byId = new Int2ObjectHashMap<>();
    private final Int2IntHashMap addedAt = new Int2IntHashMap(Integer.MAX_VALUE);
    private final List<LocalEndpoint> all = new ArrayList<>();
    private int lastId;
    private int generation = 1;

    /**
     * Takes an endpoint.
     *
     * @return its number, 1 to 65,535; 0 where all are taken, and it is reached by UDP only
     */
    int add(LocalEndpoint endpoint) {
        if (all.size() >= SlotHeader.ENDPOINT_MAX) {
            return DRIVER;
        }
        do {
            lastId = lastId % SlotHeader.ENDPOINT_MAX + 1;
        } while (byId.containsKey(lastId));
        byId.put(lastId, endpoint);
        all.add(endpoint);
        generation++;
        addedAt.put(lastId, generation);
        return lastId;
    }

    void remove(int id) {
        LocalEndpoint endpoint = byId.remove(id);
        if (endpoint != null) {
            all.remove(endpoint);
            addedAt.remove(id);
            generation++;
        }
    }

    @Nullable LocalEndpoint find(int id) {
        return byId.get(id);
    }

    /** The first generation with this endpoint. */
    int addedAt(int id) {
        return addedAt.get(id);
    }

    boolean isOwn(InetSocketAddress address) {
        for (LocalEndpoint endpoint : all) {
            if (endpoint.address().equals(address)) {
                return true;
            }
        }
        return false;
    }

    /** Changes with every change. */
    int generation() {
        return generation;
    }

    List<LocalEndpoint> all() {
        return all;
    }

    /** What peers can send to: one interface's address, and not that of all. */
    List<EndpointEntry> entries() {
        List<EndpointEntry> entries = new ArrayList<>();
        byId.forEach(
                (id, endpoint) -> {
                    InetSocketAddress address = endpoint.address();
                    InetAddress host = address.getAddress();
                    if (host != null && !host.isAnyLocalAddress() && !host.isMulticastAddress()) {
                        entries.add(new EndpointEntry(id, address));
                    }
                });
        return entries;
    }
}
