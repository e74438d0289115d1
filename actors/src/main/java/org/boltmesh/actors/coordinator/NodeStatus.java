package org.boltmesh.actors.coordinator;

import java.util.List;
import java.util.UUID;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.driver.mesh.MeshStatus;

/**
 * A node as the director knows it. All sizes are bytes.
 *
 * @param id the same after a restart
 * @param controlPid process id of the node itself
 * @param workAddress where its media driver takes datagrams
 * @param freeBytes free when the node started
 * @param limitBytes what models may take at most; {@link Long#MAX_VALUE} for no limit
 * @param takenBytes what models hold, by plan
 * @param driverPid process id of its media driver; 0 while there is none
 * @param mesh what RDMA does in it, with peers by name
 * @param sent bytes that its driver sent to each other node by UDP
 */
public record NodeStatus(
        UUID id,
        String name,
        long controlPid,
        HostPort workAddress,
        long freeBytes,
        long limitBytes,
        long takenBytes,
        long driverPid,
        MeshStatus mesh,
        List<SentBytes> sent) {
    public NodeStatus {
        sent = List.copyOf(sent);
    }

    /**
     * Bytes of datagrams, headers and repeats included.
     *
     * @param to name of the receiving node, or its address where no node has it
     */
    public record SentBytes(String to, long bytes) {}
}
