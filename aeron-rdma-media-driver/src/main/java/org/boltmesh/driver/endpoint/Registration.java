package org.boltmesh.driver.endpoint;

import io.aeron.driver.media.UdpChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import org.boltmesh.driver.mesh.LocalEndpoint;
import org.boltmesh.driver.mesh.Mesh;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An endpoint's place in the mesh.
 *
 * @param id its number there; 0 for none
 */
record Registration(int id, InetSocketAddress address) {
    static final Registration NONE = new Registration(0, new InetSocketAddress(0));

    private static final Logger LOG = LoggerFactory.getLogger(Registration.class);

    /** Enters an endpoint that is bound; one whose address cannot be told has UDP only. */
    static Registration of(Mesh mesh, LocalEndpoint endpoint, DatagramChannel channel) {
        try {
            if (channel.getLocalAddress() instanceof InetSocketAddress bound) {
                return new Registration(mesh.add(endpoint), bound);
            }
        } catch (IOException e) {
            LOG.warn("an endpoint goes by UDP only, as its address is unknown", e);
        }
        return NONE;
    }

    void end(Mesh mesh) {
        if (id != 0) {
            mesh.remove(id);
        }
    }

    /** Lanes lead from one endpoint to one other. */
    static boolean isUnicast(UdpChannel channel) {
        return !channel.isMulticast() && !channel.hasExplicitControl();
    }

    static boolean isMember(Mesh mesh, InetSocketAddress source) {
        return mesh.isMember(source.getAddress());
    }
}
