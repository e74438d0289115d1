package org.boltmesh.bootstrap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.boltmesh.driver.fabric.Cable;
import org.boltmesh.driver.fabric.DeviceFacts;
import org.boltmesh.driver.fabric.Diagnosis;
import org.boltmesh.driver.fabric.FabricDescription;
import org.boltmesh.driver.fabric.FabricPort;
import org.boltmesh.driver.fabric.FabricShape;
import org.boltmesh.driver.fabric.FabricWarning;
import org.boltmesh.driver.fabric.GidEntry;
import org.boltmesh.driver.fabric.NodeDiagnosis;
import org.boltmesh.driver.fabric.NodeFacts;
import org.boltmesh.driver.fabric.PortDiagnosis;
import org.boltmesh.driver.fabric.PortFacts;
import org.boltmesh.driver.fabric.PortVerdict;
import org.boltmesh.driver.fabric.RdmaSwitch;
import org.boltmesh.driver.fabric.ThunderboltBus;
import org.boltmesh.driver.fabric.ThunderboltPeer;
import org.boltmesh.driver.verbs.DeviceAttributes;

/** A diagnosis for people, in lines of at most 100 characters. */
final class DoctorText {
    private static final int NAME_LENGTH = 14;
    private static final String NONE = "-";
    private static final String CURE = "  cure: ";

    private final WrappedText text = new WrappedText(100);

    String of(Diagnosis diagnosis) {
        diagnosis.nodes().forEach(this::addNode);
        if (!diagnosis.fabric().cables().isEmpty()) {
            addLinks(diagnosis);
        }
        diagnosis.warnings().forEach(this::addWarning);
        text.add(
                "", diagnosis.isHealthy() ? "All cabled ports are in order." : "There are faults.");
        return text.toString();
    }

    private void addNode(NodeDiagnosis node) {
        text.add("", node.facts().name() + ": " + system(node.facts()));
        text.add("library: ", node.facts().rdma().library().text());
        text.addLines(ports(node.ports()));
        addDetails(node.facts().rdma().devices());
        node.facts().problems().forEach(problem -> text.add("problem: ", problem));
        addVerdicts(node.ports());
        text.addLines(System.lineSeparator());
    }

    private static String system(NodeFacts node) {
        String macOs = node.macOs().map(Object::toString).orElse("system unknown, or no Mac");
        return node.rdma().system() == RdmaSwitch.UNKNOWN
                ? macOs
                : macOs + ", rdma_ctl says " + StateJson.word(node.rdma().system());
    }

    private static String ports(List<PortDiagnosis> ports) {
        var table =
                new TextTable(
                        0, 0, "port", "device", "state", "IPv4", "speed", "other end", "verdict");
        ports.forEach(
                port ->
                        table.add(
                                number(port.facts().receptacle()),
                                cell(port.facts().deviceName().orElse(NONE)),
                                state(port.facts()),
                                address(port.facts()),
                                cell(speed(port.facts())),
                                cell(peers(port.facts())),
                                port.verdict().word()));
        return table.text();
    }

    private static String number(OptionalInt receptacle) {
        return receptacle.isPresent() ? Integer.toString(receptacle.getAsInt()) : NONE;
    }

    private static String state(PortFacts port) {
        return port.device().flatMap(DeviceFacts::state).map(StateJson::word).orElse(NONE);
    }

    private static String address(PortFacts port) {
        return port.device().stream()
                .flatMap(device -> device.ipv4Gids().stream())
                .findFirst()
                .map(entry -> entry.gid().toString().replace("::ffff:", ""))
                .orElse(NONE);
    }

    private static String speed(PortFacts port) {
        return port.bus().map(ThunderboltBus::speed).filter(told -> !told.isEmpty()).orElse(NONE);
    }

    private static String peers(PortFacts port) {
        String names =
                port.bus().stream()
                        .flatMap(bus -> bus.peers().stream())
                        .map(ThunderboltPeer::name)
                        .collect(Collectors.joining(" "));
        return names.isEmpty() ? NONE : names;
    }

    /** Names come from other machines and may be long. */
    private static String cell(String name) {
        String plain = WrappedText.plain(name);
        return plain.length() <= NAME_LENGTH ? plain : plain.substring(0, NAME_LENGTH - 1) + "…";
    }

    private void addDetails(List<DeviceFacts> devices) {
        Map<DeviceAttributes, List<String>> limits =
                devices.stream()
                        .filter(device -> device.limits().isPresent())
                        .collect(
                                Collectors.groupingBy(
                                        device -> device.limits().orElseThrow(),
                                        LinkedHashMap::new,
                                        Collectors.mapping(
                                                DeviceFacts::name, Collectors.toList())));
        limits.forEach(
                (limit, names) ->
                        text.add(
                                "limits: ",
                                "%d queue pairs, %d regions, depth %d each of %s"
                                        .formatted(
                                                limit.maxQueuePairs(),
                                                limit.maxRegions(),
                                                limit.maxQueueDepth(),
                                                String.join(", ", names))));
        devices.forEach(
                device ->
                        device.gids()
                                .ifPresent(gids -> text.add("GIDs: ", gids(device.name(), gids))));
    }

    private static String gids(String name, List<GidEntry> gids) {
        return name
                + gids.stream()
                        .map(entry -> " [%d] %s".formatted(entry.index(), entry.gid()))
                        .collect(Collectors.joining());
    }

    /** Ports in order need no more words; the same words for several ports are said once. */
    private void addVerdicts(List<PortDiagnosis> ports) {
        Map<PortVerdict, List<String>> labels = new LinkedHashMap<>();
        ports.stream()
                .filter(port -> port.verdict().isFault())
                .forEach(
                        port ->
                                labels.computeIfAbsent(port.verdict(), _ -> new ArrayList<>())
                                        .add(port.facts().label()));
        labels.forEach(
                (verdict, names) -> {
                    text.add(String.join(", ", names) + ": ", verdict.sentence());
                    text.add(CURE, verdict.cure());
                });
    }

    private void addLinks(Diagnosis diagnosis) {
        boolean sure = diagnosis.description().origin() != FabricDescription.Origin.ADDRESSES;
        var table = new TextTable(0, 0, sure ? "link" : "same subnet", "", "cable", "RDMA");
        for (Cable cable : diagnosis.fabric().cables()) {
            table.add(
                    end(cable.a()),
                    end(cable.b()),
                    sure ? cable.id() : NONE,
                    diagnosis.isUsable(cable) ? "yes" : "no");
        }
        text.addLines(table.text());
        text.add(
                "",
                "RDMA mesh of all: %s; ring of all: %s"
                        .formatted(
                                yes(FabricShape.isMesh(diagnosis.usableFabric())),
                                yes(FabricShape.isRing(diagnosis.usableFabric()))));
        text.addLines(System.lineSeparator());
    }

    private static String end(FabricPort port) {
        return cell(port.node()) + " " + cell(port.device());
    }

    private static String yes(boolean answer) {
        return answer ? "yes" : "no";
    }

    private void addWarning(FabricWarning warning) {
        text.add("warning: ", warning.sentence());
        text.add(CURE, warning.cure());
    }
}
