package org.boltmesh.actors.coordinator;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.boltmesh.actors.mesh.MeshReport;
import org.boltmesh.actors.mesh.MeshTable;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;

/**
 * Which links between a model's nodes are not up that should be. Pure.
 *
 * @param nodes with what their drivers say
 * @param mesh with what they should be linked to
 */
record LinkWatch(NodeTable nodes, MeshTable mesh) {
    /** The first that is missing, as a sentence; empty where all are up or none is wanted. */
    Optional<String> missing(ModelPlan plan) {
        List<UUID> ids = plan.stages().stream().map(ModelPlan.StagePlan::node).toList();
        return ids.size() == 1
                ? Optional.empty()
                : plan.stages().stream().flatMap(stage -> missing(stage, ids).stream()).findFirst();
    }

    private Optional<String> missing(ModelPlan.StagePlan stage, List<UUID> ids) {
        Optional<MeshReport> report = mesh.find(stage.node());
        if (report.filter(known -> known.facts().wanted()).isEmpty()) {
            return Optional.empty();
        }
        if (!report.get().settled() || mesh.isBehind(report.get())) {
            return Optional.of("%s is still finding its cables".formatted(stage.nodeName()));
        }
        return report.get().cabled().stream()
                .filter(ids::contains)
                .flatMap(peer -> obstacle(stage, peer).stream())
                .findFirst();
    }

    private Optional<String> obstacle(ModelPlan.StagePlan stage, UUID peer) {
        List<LinkStatus> links =
                nodes.find(stage.node())
                        .map(node -> node.driver().mesh().links())
                        .orElse(List.of());
        List<LinkStatus> own =
                links.stream().filter(link -> link.peer().equals(peer.toString())).toList();
        if (own.stream().anyMatch(link -> link.state() == LinkState.UP)) {
            return Optional.empty();
        }
        String why =
                own.stream()
                        .findFirst()
                        .map(
                                link ->
                                        link.state().name().toLowerCase(Locale.ROOT)
                                                + ": "
                                                + link.reason())
                        .orElse("not begun");
        return Optional.of(
                "no link from %s to %s (%s)".formatted(stage.nodeName(), name(peer), why));
    }

    private String name(UUID id) {
        return nodes.find(id).map(node -> node.identity().name()).orElse(id.toString());
    }
}
