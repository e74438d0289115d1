package org.boltmesh.driver.fabric;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which device of which node reaches which.
 *
 * @param nodes their names, in an order of the caller's
 * @param cables by id, so that the k-th between two nodes is the same for both
 */
public record Fabric(List<String> nodes, List<Cable> cables) {
    /**
     * Puts the cables in order.
     *
     * @throws FabricException if a cable ends at another node
     */
    public Fabric {
        nodes = List.copyOf(nodes);
        cables = cables.stream().distinct().sorted(Cable.ORDER).toList();
        for (Cable cable : cables) {
            if (!nodes.contains(cable.a().node()) || !nodes.contains(cable.b().node())) {
                throw new FabricException(
                        "cable %s, want ends at two of the nodes %s".formatted(cable, nodes));
            }
        }
    }

    /** The fabric of all nodes that have a cable. */
    public static Fabric of(List<Cable> cables) {
        List<String> nodes =
                cables.stream()
                        .flatMap(cable -> Stream.of(cable.a().node(), cable.b().node()))
                        .distinct()
                        .sorted()
                        .toList();
        return new Fabric(nodes, cables);
    }

    /** How a node reaches another, in the order that the other sees too. */
    public List<Link> links(String from, String to) {
        return cables.stream()
                .filter(cable -> cable.joins(from, to))
                .map(
                        cable ->
                                cable.a().node().equals(from)
                                        ? new Link(
                                                cable.a().device(), cable.b().device(), cable.id())
                                        : new Link(
                                                cable.b().device(), cable.a().device(), cable.id()))
                .toList();
    }

    /** The same nodes with fewer cables. */
    public Fabric filter(Predicate<Cable> kept) {
        return new Fabric(nodes, cables.stream().filter(kept).toList());
    }

    boolean isLinked(String node, String other) {
        return cables.stream().anyMatch(cable -> cable.joins(node, other));
    }
}
