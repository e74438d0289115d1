package org.boltmesh.driver.fabric;

import java.util.List;
import java.util.Optional;
import org.boltmesh.driver.verbs.DeviceAttributes;
import org.boltmesh.driver.verbs.PortState;

/**
 * What is known of an RDMA device and its port 1; empty is what nobody told.
 *
 * @param gids the used entries of its GID table
 * @param domain whether a protection domain could be had
 */
public record DeviceFacts(
        String name,
        Optional<PortState> state,
        Optional<List<GidEntry>> gids,
        Optional<DeviceAttributes> limits,
        Domain domain) {
    /** What {@code ibv_alloc_pd} came to. */
    public enum Domain {
        GRANTED,
        REFUSED,
        UNTRIED
    }

    public DeviceFacts {
        gids = gids.map(List::copyOf);
    }

    /** A device of which only the name is known. */
    static DeviceFacts named(String name) {
        return new DeviceFacts(
                name, Optional.empty(), Optional.empty(), Optional.empty(), Domain.UNTRIED);
    }

    /** The IPv4-mapped entries. */
    public List<GidEntry> ipv4Gids() {
        return gids.orElse(List.of()).stream().filter(entry -> entry.gid().isIpv4()).toList();
    }
}
