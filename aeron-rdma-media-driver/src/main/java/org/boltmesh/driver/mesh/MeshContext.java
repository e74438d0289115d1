package org.boltmesh.driver.mesh;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;

/** What a link needs of the mesh it is in. */
interface MeshContext {
    /** The time at which the loop's present turn began. */
    long nowNs();

    Loop loop();

    MeshSettings settings();

    LocalEndpoints endpoints();

    /** Other datagrams may go by lanes now, or fewer. */
    void onRoutesChanged();

    /** Whether another peer has announced this address, too. */
    boolean isClaimedByOther(InetSocketAddress address, PeerLinks peer);

    /** A mistake of ours that was met outside of the mesh's turn, which ends with the next one. */
    void onMistake(RuntimeException e);

    /** A mistake that is over. */
    void report(RuntimeException e);

    /** All endpoints say their last status messages again. */
    void repeatStatusMessages();

    /** Which process this is to its peers. */
    long instance();

    /** By UDP, to all of a peer's addresses. */
    void sendHandshake(ByteBuffer datagram, List<InetSocketAddress> to);
}
