package org.boltmesh.driver.verbs;

/**
 * The far end of a queue pair, as told by the peer.
 *
 * @param lid the peer port's local identifier, 0 where there is none
 * @param number queue pair number, 24 bits
 * @param packetSequenceNumber the peer's first one, 24 bits
 */
public record RemoteQueuePair(Gid gid, int lid, int number, int packetSequenceNumber) {
    private static final int MAX_24_BITS = 0xFFFFFF;

    public RemoteQueuePair {
        check("queue pair number", number);
        check("packet sequence number", packetSequenceNumber);
    }

    private static void check(String name, int value) {
        if (value < 0 || value > MAX_24_BITS) {
            throw new IllegalArgumentException(name + " " + value + ", want 0..16777215");
        }
    }
}
