package org.boltmesh.driver.guest;

import java.io.IOException;
import org.boltmesh.driver.DriverEvent;

/**
 * What a driver has sent so far.
 *
 * @param laneBytes over links
 * @param udpBytes to peers by UDP
 * @param retransmits datagrams sent again
 */
public record NodeTraffic(long laneBytes, long udpBytes, long retransmits) {
    /** As a heartbeat tells it. */
    public static NodeTraffic of(DriverEvent.Heartbeat beat) {
        return new NodeTraffic(
                beat.mesh().links().stream().mapToLong(link -> link.traffic().sentBytes()).sum(),
                beat.peers().stream().mapToLong(DriverEvent.Peer::sentBytes).sum(),
                beat.retransmits());
    }

    /** Tells the other host, and hears of its. */
    public NodeTraffic exchange(Meeting meeting) throws IOException {
        return new NodeTraffic(
                meeting.exchange(laneBytes),
                meeting.exchange(udpBytes),
                meeting.exchange(retransmits));
    }

    /** What was sent since. */
    public NodeTraffic since(NodeTraffic former) {
        return new NodeTraffic(
                laneBytes - former.laneBytes,
                udpBytes - former.udpBytes,
                retransmits - former.retransmits);
    }

    @Override
    public String toString() {
        return "lanes %d bytes, udp %d bytes, retransmits %d"
                .formatted(laneBytes, udpBytes, retransmits);
    }
}
