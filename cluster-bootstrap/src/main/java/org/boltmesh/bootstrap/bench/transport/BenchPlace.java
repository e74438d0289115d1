package org.boltmesh.bootstrap.bench.transport;

import java.nio.file.Path;
import java.util.List;
import org.boltmesh.driver.mesh.MeshCable;
import org.boltmesh.driver.mesh.MeshKey;
import org.boltmesh.driver.mesh.MeshPeer;
import org.boltmesh.driver.mesh.MeshView;

/**
 * Where a process of the measurement is.
 *
 * @param fabric folder of the simulated fabric, with a cable between the two hosts; all else that
 *     both need is there, too
 * @param isFirst whether it is the one that measures
 */
public record BenchPlace(Path fabric, String host, String peer, String device, boolean isFirst) {
    private static final String LOOPBACK = "127.0.0.1";

    /** Directory of a driver. */
    Path directory(String ofHost, String driver) {
        return fabric.resolve("aeron-%s-%s".formatted(driver, ofHost));
    }

    /** What the driver here is to know. */
    MeshView view(MeshKey key, int peerHandshakePort) {
        return new MeshView(
                host,
                key,
                List.of(
                        new MeshPeer(
                                peer,
                                List.of(LOOPBACK + ":" + peerHandshakePort),
                                List.of(LOOPBACK),
                                List.of(new MeshCable(0, device)))));
    }
}
