package org.boltmesh.driver.fabric;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Finds what to warn of. */
final class FabricWarnings {
    private static final String BESIDE_ETHERNET = "en2";

    private FabricWarnings() {}

    static List<FabricWarning> of(List<NodeDiagnosis> nodes, Fabric fabric) {
        List<FabricWarning> warnings = new ArrayList<>();
        addBuildsDiffer(nodes, warnings);
        for (NodeDiagnosis node : nodes) {
            addPortBesideEthernet(node, warnings);
            addBridge(node, nodes.size() == 1, FabricShape.hasLoop(fabric), warnings);
            node.facts().sleepMinutes().stream()
                    .filter(minutes -> minutes > 0)
                    .mapToObj(minutes -> new FabricWarning.Sleeps(node.facts().name(), minutes))
                    .forEach(warnings::add);
        }
        addSameMac(nodes, warnings);
        return warnings;
    }

    private static void addBuildsDiffer(List<NodeDiagnosis> nodes, List<FabricWarning> warnings) {
        List<String> builds =
                nodes.stream()
                        .flatMap(node -> node.facts().macOs().stream())
                        .map(mac -> mac.build().isEmpty() ? mac.version() : mac.build())
                        .distinct()
                        .toList();
        if (builds.size() > 1) {
            warnings.add(new FabricWarning.BuildsDiffer(builds));
        }
    }

    private static void addPortBesideEthernet(NodeDiagnosis node, List<FabricWarning> warnings) {
        for (PortDiagnosis port : node.ports()) {
            boolean studio =
                    port.facts().bus().filter(bus -> bus.model().equals("Mac Studio")).isPresent();
            boolean beside =
                    port.facts().interfaceName().filter(BESIDE_ETHERNET::equals).isPresent();
            if (studio && beside && port.facts().isCabled()) {
                warnings.add(
                        new FabricWarning.PortBesideEthernet(node.facts().name(), BESIDE_ETHERNET));
            }
        }
    }

    /** Of one Mac alone it is not known what its cables form. */
    private static void addBridge(
            NodeDiagnosis node, boolean alone, boolean loop, List<FabricWarning> warnings) {
        long cabled =
                node.ports().stream()
                        .filter(port -> port.facts().bus().isPresent() && port.facts().isCabled())
                        .count();
        if (cabled > 0 && (loop || (alone && cabled > 1))) {
            bridges(node.facts())
                    .map(name -> new FabricWarning.BridgeInLoop(node.facts().name(), name, loop))
                    .forEach(warnings::add);
        }
    }

    private static Stream<String> bridges(NodeFacts node) {
        Set<String> thunderbolt = Set.copyOf(node.thunderbolt().interfaces().values());
        return node.interfaces().orElse(List.of()).stream()
                .filter(InterfaceFacts::active)
                .filter(bridge -> bridge.members().stream().anyMatch(thunderbolt::contains))
                .map(InterfaceFacts::name);
    }

    private static void addSameMac(List<NodeDiagnosis> nodes, List<FabricWarning> warnings) {
        Map<String, String> owners = new HashMap<>();
        Set<FabricWarning> same = new LinkedHashSet<>();
        for (NodeDiagnosis node : nodes) {
            String name = node.facts().name();
            for (ThunderboltBus bus : node.facts().thunderbolt().buses()) {
                bus.domain()
                        .map(domain -> owners.computeIfAbsent(domain, _ -> name))
                        .filter(owner -> !owner.equals(name))
                        .ifPresent(owner -> same.add(new FabricWarning.SameMac(owner, name)));
            }
        }
        warnings.addAll(same);
    }
}
