package org.boltmesh.actors.mesh;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.boltmesh.driver.fabric.Cable;
import org.boltmesh.driver.fabric.DeviceAddress;
import org.boltmesh.driver.fabric.NodeFacts;
import org.boltmesh.driver.fabric.ThunderboltBus;
import org.boltmesh.driver.fabric.ThunderboltPeer;

/**
 * What a node found out about itself and its cables.
 *
 * @param hosts literal addresses that its datagrams come from
 * @param handshakeHost literal address where its driver takes handshakes
 * @param simulated the cables of a simulation; empty outside of one
 */
public record LocalFabric(
        List<String> hosts,
        String handshakeHost,
        List<MeshFacts.Port> ports,
        List<MeshFacts.Device> devices,
        List<Cable> simulated) {
    public LocalFabric {
        hosts = List.copyOf(hosts);
        ports = List.copyOf(ports);
        devices = List.copyOf(devices);
        simulated = List.copyOf(simulated);
    }

    /** Without any cable. */
    static LocalFabric without(List<String> hosts, String handshakeHost) {
        return new LocalFabric(hosts, handshakeHost, List.of(), List.of(), List.of());
    }

    LocalFabric withSimulated(List<Cable> cables) {
        return new LocalFabric(hosts, handshakeHost, ports, devices, cables);
    }

    /** With what tools told of the node. */
    LocalFabric with(NodeFacts facts) {
        List<MeshFacts.Port> seen =
                facts.thunderbolt().buses().stream()
                        .flatMap(bus -> port(facts.thunderbolt(), bus).stream())
                        .toList();
        List<MeshFacts.Device> places =
                DeviceAddress.of(facts).stream()
                        .map(
                                place ->
                                        new MeshFacts.Device(
                                                place.port().device(),
                                                place.prefix().address(),
                                                place.prefix().lengthBits()))
                        .toList();
        return new LocalFabric(hosts, handshakeHost, seen, places, simulated);
    }

    private static Optional<MeshFacts.Port> port(
            NodeFacts.Thunderbolt thunderbolt, ThunderboltBus bus) {
        Stream<String> name =
                bus.receptacle().stream()
                        .mapToObj(number -> thunderbolt.interfaces().getOrDefault(number, ""))
                        .filter(found -> !found.isEmpty());
        List<String> peers = bus.peers().stream().map(ThunderboltPeer::domain).toList();
        return name.findFirst()
                .flatMap(
                        found ->
                                bus.domain()
                                        .map(domain -> new MeshFacts.Port(found, domain, peers)));
    }
}
