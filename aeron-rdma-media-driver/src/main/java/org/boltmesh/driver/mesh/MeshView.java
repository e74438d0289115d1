package org.boltmesh.driver.mesh;

import java.util.List;

/**
 * Who this node's peers are and which cables lead to them, as control knows it. A new one replaces
 * the one before; links that are in both go on.
 *
 * @param node this node's id, as its peers know it: 1 to 64 printable ASCII characters
 * @param key under the handshakes of the cluster
 * @param peers all other nodes that are known, with a cable or without; datagrams of others are
 *     dropped
 */
public record MeshView(String node, MeshKey key, List<MeshPeer> peers) {
    public MeshView {
        peers = List.copyOf(peers);
    }
}
