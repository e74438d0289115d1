package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Puts together what belongs to one port. */
final class NodePorts {
    private NodePorts() {}

    /** The RDMA device beside an IP interface of a Mac. */
    static String deviceOf(String interfaceName) {
        return "rdma_" + interfaceName;
    }

    /**
     * Thunderbolt ports by number, then RDMA devices that belong to none; {@link PortFacts#NONE} if
     * there is neither.
     */
    static List<PortFacts> of(NodeFacts node) {
        List<PortFacts> ports = new ArrayList<>();
        node.thunderbolt().buses().stream()
                .sorted(Comparator.comparingInt(bus -> bus.receptacle().orElse(Integer.MAX_VALUE)))
                .map(bus -> ofBus(node, bus))
                .forEach(ports::add);
        List<Optional<DeviceFacts>> placed = ports.stream().map(PortFacts::device).toList();
        node.rdma().devices().stream()
                .filter(device -> !placed.contains(Optional.of(device)))
                .map(NodePorts::ofDevice)
                .forEach(ports::add);
        return ports.isEmpty() ? List.of(PortFacts.NONE) : List.copyOf(ports);
    }

    private static PortFacts ofBus(NodeFacts node, ThunderboltBus bus) {
        Optional<String> name = node.thunderbolt().interfaceOf(bus);
        Optional<String> device = name.map(NodePorts::deviceOf);
        return new PortFacts(Optional.of(bus), name, device, device.flatMap(node.rdma()::device));
    }

    private static PortFacts ofDevice(DeviceFacts device) {
        Optional<String> name = Optional.of(device.name());
        return new PortFacts(
                Optional.empty(),
                name.filter(text -> text.startsWith("rdma_")).map(text -> text.substring(5)),
                name,
                Optional.of(device));
    }
}
