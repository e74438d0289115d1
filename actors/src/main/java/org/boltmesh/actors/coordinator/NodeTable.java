package org.boltmesh.actors.coordinator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.shards.plan.MemoryLedger;

/** The nodes as their reports tell, each once. Owned by the director. */
final class NodeTable {
    private final Map<UUID, NodeReport> reports = new HashMap<>();

    /** Takes a report; true for a node, or a new life of one, that was not there. */
    boolean put(NodeReport report) {
        NodeReport before = reports.put(report.identity().id(), report);
        return before == null || !before.agent().equals(report.agent());
    }

    /** Forgets a node, unless it has another agent by now; true where it was forgotten. */
    boolean remove(UUID id, ActorRef<NodeAgent.Command> agent) {
        NodeReport report = reports.get(id);
        return report != null && report.agent().equals(agent) && reports.remove(id, report);
    }

    /** All nodes by name. */
    List<NodeReport> all() {
        return reports.values().stream()
                .sorted(Comparator.comparing((NodeReport report) -> report.identity().name()))
                .toList();
    }

    String names() {
        return all().stream().map(r -> r.identity().name()).collect(Collectors.joining(", "));
    }

    /**
     * The nodes that may hold a model's layers: those that it names; else those whose configuration
     * names it, or all where somebody has asked for it.
     */
    List<NodeReport> candidates(DesiredModel model) {
        List<String> named = model.spec().nodes();
        if (!named.isEmpty()) {
            return all().stream().filter(r -> named.contains(r.identity().name())).toList();
        }
        return model.isAsked()
                ? all()
                : all().stream().filter(report -> report.names(model.spec().name())).toList();
    }

    /** Nodes that a model names and that are not there. */
    List<String> missing(ModelSpec spec) {
        List<String> missing = new ArrayList<>(spec.nodes());
        all().forEach(report -> missing.remove(report.identity().name()));
        return missing;
    }

    long generationMax() {
        return reports.values().stream().mapToLong(NodeReport::generationMax).max().orElse(0);
    }

    List<NodeStatus> statuses(MemoryLedger ledger) {
        return all().stream().map(report -> status(report, ledger)).toList();
    }

    private NodeStatus status(NodeReport report, MemoryLedger ledger) {
        NodeReport.Identity identity = report.identity();
        return new NodeStatus(
                identity.id(),
                identity.name(),
                identity.pid(),
                identity.work(),
                report.memory().freeBytes(),
                report.memory().limitBytes(),
                ledger.takenBytes(identity.id().toString()),
                report.driver().pid(),
                byName(report.driver().mesh()),
                report.driver().sent().stream()
                        .map(sent -> new NodeStatus.SentBytes(name(sent.address()), sent.bytes()))
                        .toList());
    }

    private MeshStatus byName(MeshStatus mesh) {
        return new MeshStatus(
                mesh.provider(),
                mesh.problem(),
                mesh.handshakePort(),
                mesh.wantsRestart(),
                mesh.links().stream().map(this::byName).toList());
    }

    private LinkStatus byName(LinkStatus link) {
        return new LinkStatus(
                all().stream()
                        .map(NodeReport::identity)
                        .filter(node -> node.id().toString().equals(link.peer()))
                        .findFirst()
                        .map(NodeReport.Identity::name)
                        .orElse(link.peer()),
                link.cable(),
                link.device(),
                link.state(),
                link.reason(),
                link.epoch(),
                link.traffic());
    }

    private String name(String address) {
        return all().stream()
                .filter(report -> report.identity().work().toString().equals(address))
                .findFirst()
                .map(report -> report.identity().name())
                .orElse(address);
    }

    Optional<NodeReport> find(UUID id) {
        return Optional.ofNullable(reports.get(id));
    }
}
