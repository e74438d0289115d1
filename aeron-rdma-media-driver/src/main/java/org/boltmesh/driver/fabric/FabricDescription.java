package org.boltmesh.driver.fabric;

import java.util.List;

/** A fabric and how far it can be trusted. */
public record FabricDescription(Fabric fabric, Origin origin) {
    /** What told of the cables. */
    public enum Origin {
        CONFIGURATION,
        /** The file of a simulation. */
        CABLE_FILE,
        THUNDERBOLT,
        /** Only candidates: {@link AddressJoin#confirmed} tries them. */
        ADDRESSES
    }

    /**
     * Describes the fabric of some nodes.
     *
     * @param simulated the cables of a simulation; empty outside of one
     */
    public static FabricDescription of(
            FabricSource source, List<NodeFacts> nodes, List<Cable> simulated) {
        return switch (source) {
            case FabricSource.Configured configured ->
                    new FabricDescription(Fabric.of(configured.cables()), Origin.CONFIGURATION);
            case FabricSource.Automatic _ -> automatic(nodes, simulated);
        };
    }

    private static FabricDescription automatic(List<NodeFacts> nodes, List<Cable> simulated) {
        if (!simulated.isEmpty()) {
            return new FabricDescription(Fabric.of(simulated), Origin.CABLE_FILE);
        }
        if (nodes.stream().anyMatch(node -> !node.thunderbolt().buses().isEmpty())) {
            return new FabricDescription(ThunderboltJoin.fabric(nodes), Origin.THUNDERBOLT);
        }
        List<String> names = nodes.stream().map(NodeFacts::name).toList();
        List<DeviceAddress> addresses =
                nodes.stream().flatMap(node -> DeviceAddress.of(node).stream()).toList();
        return new FabricDescription(AddressJoin.candidates(names, addresses), Origin.ADDRESSES);
    }
}
