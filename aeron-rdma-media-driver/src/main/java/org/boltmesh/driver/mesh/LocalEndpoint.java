package org.boltmesh.driver.mesh;

import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;

/** An endpoint of this driver, to which peers send over lanes. */
public interface LocalEndpoint {
    /** Address and port that it is bound to, which its peers know it by. */
    InetSocketAddress address();

    /**
     * A datagram came over a lane, undamaged.
     *
     * @param datagram from offset 0; the hardware's again when this returns
     * @param source address and port of the peer's endpoint
     */
    void onDatagram(UnsafeBuffer datagram, int lengthBytes, InetSocketAddress source);

    /** Time passed. Allocates nothing. */
    void onTick(long nowNs);

    /** What it said last that the other side will not hear again soon may be lost: say it again. */
    void repeatStatusMessages();
}
