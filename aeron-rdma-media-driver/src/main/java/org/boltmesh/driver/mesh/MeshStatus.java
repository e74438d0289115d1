package org.boltmesh.driver.mesh;

import java.util.List;

/**
 * What RDMA does in a driver.
 *
 * @param provider {@code verbs} or {@code simulated}; {@code off} where none is used
 * @param problem why no device can be used, or what is wrong with them; empty if nothing is
 * @param handshakePort UDP port where handshakes are taken; 0 while there is none
 * @param wantsRestart whether only a new process gets a device back, so that this one should be
 *     restarted when it is idle
 * @param links to peers, by peer and cable
 */
public record MeshStatus(
        String provider,
        String problem,
        int handshakePort,
        boolean wantsRestart,
        List<LinkStatus> links) {
    /** Of a driver that only knows UDP. */
    public static final MeshStatus OFF = new MeshStatus("off", "", 0, false, List.of());

    public MeshStatus {
        links = List.copyOf(links);
    }
}
