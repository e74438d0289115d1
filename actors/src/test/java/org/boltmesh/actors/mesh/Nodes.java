package org.boltmesh.actors.mesh;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Nodes of tests, by their names. */
final class Nodes {
    private Nodes() {}

    static UUID id(String name) {
        return new UUID(0, name.hashCode());
    }

    /** A node that any kind of cable may end at. */
    static MeshFacts node(String name, String... reached) {
        return new MeshFacts(
                id(name),
                name,
                true,
                List.of("10.0.0.1:" + name.hashCode()),
                List.of("10.0.0." + name.hashCode()),
                List.of(),
                List.of(),
                List.of(reached));
    }

    /** One without RDMA. */
    static MeshFacts plain(String name) {
        MeshFacts node = node(name);
        return new MeshFacts(
                node.id(), name, false, List.of(), node.hosts(), List.of(), List.of(), List.of());
    }

    /** One with Thunderbolt ports {@code en1} and so on: {@code DOMAIN>PEER}. */
    static MeshFacts mac(String name, String... ports) {
        MeshFacts node = node(name);
        List<MeshFacts.Port> seen =
                Stream.iterate(0, index -> index < ports.length, index -> index + 1)
                        .map(index -> port("en" + (index + 1), ports[index].split(">", -1)))
                        .toList();
        return new MeshFacts(
                node.id(), name, true, node.addresses(), node.hosts(), seen, List.of(), List.of());
    }

    private static MeshFacts.Port port(String name, String[] ends) {
        return new MeshFacts.Port(name, ends[0], ends[1].isEmpty() ? List.of() : List.of(ends[1]));
    }

    /** One with a device of this address in a subnet of 24 bits. */
    static MeshFacts addressed(String name, int address, String... reached) {
        MeshFacts node = node(name);
        return new MeshFacts(
                node.id(),
                name,
                true,
                node.addresses(),
                node.hosts(),
                List.of(),
                List.of(new MeshFacts.Device("rxe0", address, 24)),
                List.of(reached));
    }
}
