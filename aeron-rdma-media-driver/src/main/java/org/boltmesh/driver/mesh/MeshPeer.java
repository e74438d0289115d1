package org.boltmesh.driver.mesh;

import java.util.List;

/**
 * Another node.
 *
 * @param node its id
 * @param addresses {@code HOST:PORT}, literal, where its driver takes handshakes: those of the LAN
 *     before those of cables, since a pulled cable takes its address along
 * @param hosts literal addresses that its datagrams may come from
 * @param cables that join it with this node
 */
public record MeshPeer(
        String node, List<String> addresses, List<String> hosts, List<MeshCable> cables) {
    public MeshPeer {
        addresses = List.copyOf(addresses);
        hosts = List.copyOf(hosts);
        cables = List.copyOf(cables);
    }
}
