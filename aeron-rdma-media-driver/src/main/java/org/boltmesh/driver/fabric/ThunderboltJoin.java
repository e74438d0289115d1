package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds cables by Thunderbolt's domain ids: the id of a bus is what the Mac at the other end sees.
 * It is enough that one of the two sees the other.
 */
public final class ThunderboltJoin {
    /** Of an id, enough to tell cables apart and short enough for people. */
    private static final int ID_LENGTH = 8;

    private final List<NodeFacts> nodes;
    private final Map<String, List<FabricPort>> portsByDomain = new HashMap<>();

    private ThunderboltJoin(List<NodeFacts> nodes) {
        this.nodes = nodes;
    }

    /** The cables between these nodes, whatever their ports' states are. */
    public static Fabric fabric(List<NodeFacts> nodes) {
        List<String> names = nodes.stream().map(NodeFacts::name).toList();
        return new Fabric(names, new ThunderboltJoin(nodes).cables());
    }

    private List<Cable> cables() {
        for (NodeFacts node : nodes) {
            for (ThunderboltBus bus : node.thunderbolt().buses()) {
                bus.domain().ifPresent(domain -> enter(domain, node, bus));
            }
        }
        Set<Cable> cables = new LinkedHashSet<>();
        for (NodeFacts node : nodes) {
            for (ThunderboltBus bus : node.thunderbolt().buses()) {
                bus.domain().ifPresent(domain -> join(domain, bus, cables));
            }
        }
        return new ArrayList<>(cables);
    }

    private void enter(String domain, NodeFacts node, ThunderboltBus bus) {
        portsByDomain.computeIfAbsent(domain, _ -> new ArrayList<>());
        node.thunderbolt()
                .interfaceOf(bus)
                .map(name -> new FabricPort(node.name(), NodePorts.deviceOf(name)))
                .ifPresent(port -> portsByDomain.getOrDefault(domain, List.of()).add(port));
    }

    private void join(String domain, ThunderboltBus bus, Set<Cable> cables) {
        for (ThunderboltPeer peer : bus.peers()) {
            Optional<FabricPort> local = port(domain);
            Optional<FabricPort> remote = port(peer.domain());
            if (local.isPresent() && remote.isPresent()) {
                add(local.get(), remote.get(), id(domain, peer.domain()), cables);
            }
        }
    }

    /** A cable from a Mac to itself joins nothing. */
    private static void add(FabricPort local, FabricPort remote, String id, Set<Cable> cables) {
        if (!local.node().equals(remote.node())) {
            cables.add(new Cable(local, remote, id));
        }
    }

    /** None for an id that two ports claim, as when a Mac was recorded under two names. */
    private Optional<FabricPort> port(String domain) {
        List<FabricPort> ports = portsByDomain.getOrDefault(domain, List.of());
        return ports.size() == 1 ? Optional.of(ports.getFirst()) : Optional.empty();
    }

    /** The same from both ends. */
    private static String id(String domain, String other) {
        return (domain.compareTo(other) < 0 ? domain : other).substring(0, ID_LENGTH);
    }
}
