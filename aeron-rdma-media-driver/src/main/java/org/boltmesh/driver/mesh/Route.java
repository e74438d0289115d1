package org.boltmesh.driver.mesh;

import java.nio.ByteBuffer;
import org.boltmesh.driver.lane.SendResult;
import org.boltmesh.driver.lane.SlotKind;

/**
 * The way to one endpoint of a peer. It may be closed at any moment, and then says so; a route of
 * old is replaced, see {@link Mesh#routesVersion}.
 */
public final class Route {
    private final PeerLinks peer;
    private final int destination;

    Route(PeerLinks peer, int destination) {
        this.peer = peer;
        this.destination = destination;
    }

    /**
     * Offers what is between position and limit, and leaves both where they are. Allocates nothing.
     *
     * @param lane its index, by {@link org.boltmesh.driver.lane.LaneSizes#laneOfMtu}
     * @param source number of the endpoint that it comes from
     */
    public SendResult offer(SlotKind kind, int lane, int source, ByteBuffer datagram) {
        return peer.offer(kind, lane, source, destination, datagram);
    }
}
