package org.boltmesh.actors.settings;

import java.util.List;
import java.util.Optional;

/**
 * How a node meets the others.
 *
 * @param bind where it listens
 * @param advertised where the others reach it
 * @param work where its media driver takes datagrams; port 0 only where bind has it
 * @param seedNodes the same list on every node; empty for a cluster of one
 * @param secret absent on loopback only
 */
public record NetworkSettings(
        HostPort bind,
        HostPort advertised,
        HostPort work,
        List<HostPort> seedNodes,
        Optional<ClusterSecret> secret) {
    public NetworkSettings {
        seedNodes = List.copyOf(seedNodes);
    }
}
