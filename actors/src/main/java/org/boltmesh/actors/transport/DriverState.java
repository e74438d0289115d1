package org.boltmesh.actors.transport;

import java.nio.file.Path;
import java.util.List;
import org.boltmesh.driver.mesh.MeshStatus;

/**
 * How a node's media driver is.
 *
 * @param pid its process id; 0 while there is none
 * @param aeronDirectory the directory that clients name; none of a driver while there is none
 * @param peers what it has sent so far; counted anew after a restart
 * @param mesh what RDMA does in it
 * @param trouble why there is no driver, as a sentence; empty where all is well
 */
public record DriverState(
        long pid, Path aeronDirectory, List<Peer> peers, MeshStatus mesh, String trouble) {
    public DriverState {
        peers = List.copyOf(peers);
    }

    /** The same, saying why RDMA is not used where the driver itself has no reason. */
    public DriverState withObjection(String objection) {
        return mesh.equals(MeshStatus.OFF) && !objection.isEmpty()
                ? new DriverState(
                        pid,
                        aeronDirectory,
                        peers,
                        new MeshStatus(MeshStatus.OFF.provider(), objection, 0, false, List.of()),
                        trouble)
                : this;
    }

    /** Whether a driver runs. */
    public boolean isRunning() {
        return pid != 0;
    }

    /**
     * One destination.
     *
     * @param address address and port
     * @param sentBytes datagrams, headers and repeats included
     */
    public record Peer(String address, long sentBytes) {}
}
