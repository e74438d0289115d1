package org.boltmesh.bootstrap.bench.transport;

import java.util.List;

/**
 * Where the time of a message through the driver goes, one way.
 *
 * @param test of the driver
 * @param pieces each measured by itself, in the order in which a message meets them
 * @param measuredNs half of the round trip
 * @param bareNs half of that over bare queue pairs, by the same cable
 */
public record CostBreakdown(
        TransportTest test, List<Piece> pieces, double measuredNs, double bareNs) {
    /**
     * A part of the way.
     *
     * @param ns how long it takes once
     * @param times how often it is on the way through the driver
     * @param timesBare how often on that over bare queue pairs
     */
    public record Piece(String name, double ns, double times, double timesBare) {}

    public CostBreakdown {
        pieces = List.copyOf(pieces);
    }

    /** What all pieces together do not explain: caches that two processors share, above all. */
    public double restNs() {
        return measuredNs - pieces.stream().mapToDouble(piece -> piece.ns() * piece.times()).sum();
    }

    /** The same of bare queue pairs. */
    public double bareRestNs() {
        return bareNs - pieces.stream().mapToDouble(piece -> piece.ns() * piece.timesBare()).sum();
    }
}
