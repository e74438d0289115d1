package org.boltmesh.actors.mesh;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Stream;
import org.boltmesh.driver.fabric.Cable;
import org.boltmesh.driver.fabric.DeviceAddress;
import org.boltmesh.driver.fabric.DeviceFacts;
import org.boltmesh.driver.fabric.Fabric;
import org.boltmesh.driver.fabric.FabricDescription;
import org.boltmesh.driver.fabric.FabricPort;
import org.boltmesh.driver.fabric.FabricSource;
import org.boltmesh.driver.fabric.GidEntry;
import org.boltmesh.driver.fabric.InterfaceFacts;
import org.boltmesh.driver.fabric.Ipv4Prefix;
import org.boltmesh.driver.fabric.LibraryState;
import org.boltmesh.driver.fabric.Link;
import org.boltmesh.driver.fabric.NodeFacts;
import org.boltmesh.driver.fabric.RdmaSwitch;
import org.boltmesh.driver.fabric.ThunderboltBus;
import org.boltmesh.driver.fabric.ThunderboltPeer;
import org.boltmesh.driver.mesh.MeshCable;
import org.boltmesh.driver.mesh.MeshPeer;
import org.boltmesh.driver.verbs.Gid;

/**
 * One node's peers and the cables to them. Pure: from the same facts both ends of a cable give it
 * the same number.
 *
 * @param peers all other nodes, by id
 * @param unproved cables of this node that count only when both ends have reached the other
 */
record MeshPlan(List<MeshPeer> peers, List<Cable> unproved) {
    MeshPlan {
        peers = List.copyOf(peers);
        unproved = List.copyOf(unproved);
    }

    /**
     * The plan of a node.
     *
     * @param own what it tells itself
     * @param all what all nodes tell, with or without this one
     * @param simulated the cables of a simulation; empty outside of one
     */
    static MeshPlan of(
            MeshFacts own, List<MeshFacts> all, FabricSource source, List<Cable> simulated) {
        List<MeshFacts> others =
                all.stream()
                        .filter(node -> !node.id().equals(own.id()))
                        .sorted(Comparator.comparing((MeshFacts node) -> node.id().toString()))
                        .toList();
        List<MeshFacts> linking =
                Stream.concat(Stream.of(own), others.stream()).filter(MeshFacts::wanted).toList();
        FabricDescription fabric =
                FabricDescription.of(
                        source, linking.stream().map(MeshPlan::facts).toList(), simulated);
        boolean isProved = fabric.origin() != FabricDescription.Origin.ADDRESSES;
        List<MeshPeer> peers =
                others.stream().map(other -> peer(own, other, fabric.fabric(), isProved)).toList();
        List<Cable> unproved =
                isProved
                        ? List.of()
                        : fabric.fabric().cables().stream()
                                .filter(cable -> isEnd(cable, own.name()))
                                .filter(cable -> !own.reached().contains(cable.id()))
                                .toList();
        return new MeshPlan(peers, unproved);
    }

    private static MeshPeer peer(MeshFacts own, MeshFacts other, Fabric fabric, boolean isProved) {
        List<MeshCable> cables = new ArrayList<>();
        if (own.wanted() && other.wanted()) {
            List<Link> links = fabric.links(own.name(), other.name());
            for (int number = 0; number < links.size(); number++) {
                Link link = links.get(number);
                if (isProved || isReached(link.cable(), own, other)) {
                    cables.add(new MeshCable(number, link.local()));
                }
            }
        }
        return new MeshPeer(other.id().toString(), other.addresses(), other.hosts(), cables);
    }

    private static boolean isReached(String cable, MeshFacts own, MeshFacts other) {
        return own.reached().contains(cable) && other.reached().contains(cable);
    }

    private static boolean isEnd(Cable cable, String node) {
        return cable.a().node().equals(node) || cable.b().node().equals(node);
    }

    /** Peers that this node should have a link to by now. */
    List<UUID> cabled() {
        return peers.stream()
                .filter(peer -> !peer.cables().isEmpty() && !peer.addresses().isEmpty())
                .map(peer -> UUID.fromString(peer.node()))
                .toList();
    }

    /** The addresses of all devices, for trying which reaches which. */
    static List<DeviceAddress> places(List<MeshFacts> all) {
        return all.stream()
                .flatMap(
                        node ->
                                node.devices().stream()
                                        .map(
                                                device ->
                                                        new DeviceAddress(
                                                                new FabricPort(
                                                                        node.name(), device.name()),
                                                                prefix(device))))
                .toList();
    }

    private static Ipv4Prefix prefix(MeshFacts.Device device) {
        return new Ipv4Prefix(device.address(), device.prefixBits());
    }

    /** As the description of a fabric wants them; what it does not look at is left out. */
    private static NodeFacts facts(MeshFacts node) {
        List<InterfaceFacts> interfaces =
                node.devices().stream()
                        .map(
                                device ->
                                        new InterfaceFacts(
                                                device.name(),
                                                List.of(prefix(device)),
                                                true,
                                                List.of()))
                        .toList();
        return new NodeFacts(
                node.name(),
                Optional.empty(),
                OptionalInt.empty(),
                new NodeFacts.Rdma(
                        RdmaSwitch.UNKNOWN, new LibraryState.Unknown("not told"), devices(node)),
                thunderbolt(node),
                Optional.of(interfaces),
                List.of());
    }

    private static List<DeviceFacts> devices(MeshFacts node) {
        return node.devices().stream()
                .map(
                        device ->
                                new DeviceFacts(
                                        device.name(),
                                        Optional.empty(),
                                        Optional.of(
                                                List.of(
                                                        new GidEntry(
                                                                0, Gid.ofIpv4(device.address())))),
                                        Optional.empty(),
                                        DeviceFacts.Domain.UNTRIED))
                .toList();
    }

    private static NodeFacts.Thunderbolt thunderbolt(MeshFacts node) {
        List<ThunderboltBus> buses = new ArrayList<>();
        Map<Integer, String> interfaces = new HashMap<>();
        for (MeshFacts.Port port : node.ports()) {
            int receptacle = buses.size() + 1;
            interfaces.put(receptacle, port.interfaceName());
            buses.add(
                    new ThunderboltBus(
                            "",
                            Optional.of(port.domain()),
                            OptionalInt.of(receptacle),
                            "",
                            port.peers().stream()
                                    .map(domain -> new ThunderboltPeer("", domain))
                                    .toList(),
                            List.of()));
        }
        return new NodeFacts.Thunderbolt(buses, interfaces);
    }
}
