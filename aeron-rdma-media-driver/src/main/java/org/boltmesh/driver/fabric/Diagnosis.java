package org.boltmesh.driver.fabric;

import java.util.List;
import java.util.Optional;

/** What is to be said of some nodes, their ports and the cables between them. */
public record Diagnosis(
        List<NodeDiagnosis> nodes, FabricDescription description, List<FabricWarning> warnings) {
    public Diagnosis {
        nodes = List.copyOf(nodes);
        warnings = List.copyOf(warnings);
    }

    /** A pure function of what was seen; never throws. */
    public static Diagnosis of(List<NodeFacts> facts) {
        FabricDescription description =
                FabricDescription.of(FabricSource.Automatic.INSTANCE, facts, List.of());
        List<NodeDiagnosis> nodes =
                facts.stream().map(node -> node(node, facts, description.fabric())).toList();
        return new Diagnosis(nodes, description, FabricWarnings.of(nodes, description.fabric()));
    }

    private static NodeDiagnosis node(NodeFacts node, List<NodeFacts> all, Fabric fabric) {
        List<PortDiagnosis> ports =
                NodePorts.of(node).stream()
                        .map(
                                port ->
                                        new PortDiagnosis(
                                                port,
                                                PortJudge.judge(
                                                        port, node, peer(port, node, all, fabric))))
                        .toList();
        return new NodeDiagnosis(node, ports);
    }

    private static Optional<NodeFacts> peer(
            PortFacts port, NodeFacts node, List<NodeFacts> all, Fabric fabric) {
        return port.deviceName()
                .map(device -> new FabricPort(node.name(), device))
                .flatMap(end -> across(fabric, end))
                .flatMap(
                        end ->
                                all.stream()
                                        .filter(peer -> peer.name().equals(end.node()))
                                        .findFirst());
    }

    private static Optional<FabricPort> across(Fabric fabric, FabricPort end) {
        return fabric.cables().stream()
                .filter(cable -> cable.a().equals(end) || cable.b().equals(end))
                .map(cable -> cable.across(end))
                .findFirst();
    }

    public Fabric fabric() {
        return description.fabric();
    }

    /** The device at the other end of a node's device. */
    public Optional<FabricPort> across(FabricPort end) {
        return across(fabric(), end);
    }

    /** The cables that RDMA can use: both ends are in order. */
    public Fabric usableFabric() {
        return fabric().filter(this::isUsable);
    }

    /** Whether RDMA can use it. */
    public boolean isUsable(Cable cable) {
        return isUsable(cable.a()) && isUsable(cable.b());
    }

    private boolean isUsable(FabricPort end) {
        return nodes.stream()
                .filter(node -> node.facts().name().equals(end.node()))
                .anyMatch(node -> node.isUsable(end.device()));
    }

    /**
     * Whether each port with a cable is in order. Where no port has one, whether there is nothing
     * to cure at all. Warnings do not count.
     */
    public boolean isHealthy() {
        List<PortDiagnosis> ports = nodes.stream().flatMap(node -> node.ports().stream()).toList();
        List<PortDiagnosis> cabled =
                ports.stream().filter(port -> port.facts().isCabled()).toList();
        return (cabled.isEmpty() ? ports : cabled)
                .stream().noneMatch(port -> port.verdict().isFault());
    }
}
