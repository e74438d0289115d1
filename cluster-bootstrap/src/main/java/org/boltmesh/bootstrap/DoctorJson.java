package org.boltmesh.bootstrap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.boltmesh.driver.fabric.Cable;
import org.boltmesh.driver.fabric.DeviceFacts;
import org.boltmesh.driver.fabric.Diagnosis;
import org.boltmesh.driver.fabric.FabricShape;
import org.boltmesh.driver.fabric.FabricWarning;
import org.boltmesh.driver.fabric.GidEntry;
import org.boltmesh.driver.fabric.LibraryState;
import org.boltmesh.driver.fabric.NodeDiagnosis;
import org.boltmesh.driver.fabric.NodeFacts;
import org.boltmesh.driver.fabric.PortDiagnosis;
import org.boltmesh.driver.fabric.PortFacts;
import org.boltmesh.driver.fabric.ThunderboltPeer;
import org.boltmesh.driver.verbs.DeviceAttributes;

/** A diagnosis as the fields of {@code --json}. What is not known has no field. */
final class DoctorJson {
    private DoctorJson() {}

    static Map<String, Object> of(Diagnosis diagnosis) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ok", diagnosis.isHealthy());
        fields.put("nodes", diagnosis.nodes().stream().map(DoctorJson::node).toList());
        fields.put("links_by", StateJson.word(diagnosis.description().origin()));
        fields.put(
                "links",
                diagnosis.fabric().cables().stream().map(cable -> link(diagnosis, cable)).toList());
        fields.put("rdma_mesh", FabricShape.isMesh(diagnosis.usableFabric()));
        fields.put("rdma_ring", FabricShape.isRing(diagnosis.usableFabric()));
        fields.put("warnings", diagnosis.warnings().stream().map(DoctorJson::warning).toList());
        return fields;
    }

    private static Map<String, Object> node(NodeDiagnosis node) {
        NodeFacts facts = node.facts();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", facts.name());
        facts.macOs()
                .ifPresent(
                        macOs -> {
                            fields.put("macos", macOs.version());
                            fields.put("build", macOs.build());
                        });
        fields.put("rdma_ctl", StateJson.word(facts.rdma().system()));
        fields.put("library", facts.rdma().library().text());
        fields.put("library_found", facts.rdma().library() instanceof LibraryState.Found);
        fields.put("problems", facts.problems());
        fields.put("ports", node.ports().stream().map(DoctorJson::port).toList());
        return fields;
    }

    private static Map<String, Object> port(PortDiagnosis port) {
        Map<String, Object> fields = new LinkedHashMap<>();
        PortFacts facts = port.facts();
        facts.receptacle().ifPresent(number -> fields.put("port", number));
        facts.interfaceName().ifPresent(name -> fields.put("interface", name));
        facts.deviceName().ifPresent(name -> fields.put("device", name));
        facts.bus()
                .ifPresent(
                        bus -> {
                            fields.put("speed", bus.speed());
                            fields.put(
                                    "macs",
                                    bus.peers().stream().map(ThunderboltPeer::name).toList());
                            fields.put("others", bus.others());
                        });
        facts.device().ifPresent(device -> addDevice(fields, device));
        fields.put("cabled", facts.isCabled());
        fields.put("verdict", port.verdict().word());
        fields.put("usable", port.verdict().isUsable());
        fields.put("sentence", port.verdict().sentence());
        fields.put("cure", port.verdict().cure());
        return fields;
    }

    private static void addDevice(Map<String, Object> fields, DeviceFacts device) {
        device.state().ifPresent(state -> fields.put("state", StateJson.word(state)));
        device.gids()
                .ifPresent(gids -> fields.put("gids", gids.stream().map(DoctorJson::gid).toList()));
        device.limits().ifPresent(limits -> fields.put("limits", limits(limits)));
        fields.put("domain", StateJson.word(device.domain()));
    }

    private static Map<String, Object> gid(GidEntry entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("index", entry.index());
        fields.put("gid", entry.gid().toString());
        return fields;
    }

    private static Map<String, Object> limits(DeviceAttributes limits) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("queue_pairs", limits.maxQueuePairs());
        fields.put("regions", limits.maxRegions());
        fields.put("queue_depth", limits.maxQueueDepth());
        fields.put("completions", limits.maxCompletions());
        return fields;
    }

    private static Map<String, Object> link(Diagnosis diagnosis, Cable cable) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("nodes", List.of(cable.a().node(), cable.b().node()));
        fields.put("devices", List.of(cable.a().device(), cable.b().device()));
        fields.put("cable", cable.id());
        fields.put("usable", diagnosis.isUsable(cable));
        return fields;
    }

    private static Map<String, Object> warning(FabricWarning warning) {
        return Map.of("sentence", warning.sentence(), "cure", warning.cure());
    }
}
