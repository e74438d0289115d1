package org.boltmesh.driver.mesh;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a link has carried in all its epochs.
 *
 * @param sentFrames datagrams of all kinds
 * @param sentBytes their lengths, without headers and padding of ours
 * @param receivedFrames datagrams that were found good
 * @param paddingBytes what the hardware carried for nothing
 * @param creditsWaited how often a datagram had to wait for the peer to make room
 * @param drops slots, handshakes and announced endpoints that were dropped, by reason; reasons
 *     without any are left out
 */
public record LinkTraffic(
        long sentFrames,
        long sentBytes,
        long receivedFrames,
        long receivedBytes,
        long paddingBytes,
        long creditsWaited,
        Map<String, Long> drops) {
    public LinkTraffic {
        drops = new TreeMap<>(drops);
    }
}
