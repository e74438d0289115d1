package org.boltmesh.driver.fabric;

import java.util.Comparator;

/**
 * Joins the devices of two nodes; the ends are in order.
 *
 * @param id the same for both ends, and what orders the cables between two nodes
 */
public record Cable(FabricPort a, FabricPort b, String id) {
    static final Comparator<Cable> ORDER =
            Comparator.comparing(Cable::id).thenComparing(Cable::a).thenComparing(Cable::b);

    /**
     * Puts the ends in order.
     *
     * @throws FabricException if both are of the same node
     */
    public Cable {
        if (a.node().equals(b.node())) {
            throw new FabricException("cable %s - %s, want ends at two nodes".formatted(a, b));
        }
        if (a.compareTo(b) > 0) {
            FabricPort first = b;
            b = a;
            a = first;
        }
    }

    /** A cable that nobody has named: its id is made of its ends. */
    public static Cable between(FabricPort a, FabricPort b) {
        return new Cable(a, b, a.compareTo(b) < 0 ? a + "-" + b : b + "-" + a);
    }

    /** Whether it joins the two nodes, in either direction. */
    boolean joins(String node, String other) {
        return (a.node().equals(node) && b.node().equals(other))
                || (a.node().equals(other) && b.node().equals(node));
    }

    /** The other end. Only for one of the two ends. */
    FabricPort across(FabricPort end) {
        return end.equals(a) ? b : a;
    }

    @Override
    public String toString() {
        return a + " - " + b;
    }
}
