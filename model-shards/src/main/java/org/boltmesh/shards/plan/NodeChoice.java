package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.boltmesh.shards.plan.PlanOutcome.Kind;

/** Which nodes may be used, in which order. */
sealed interface NodeChoice {
    /** At least one. */
    record Chosen(List<NodeMemory> nodes) implements NodeChoice {}

    /** None, or not those that were asked for. */
    record Refused(Kind kind, String reason) implements NodeChoice {}

    /** Those with the names or ids in {@code allowed}; all, by name, where it is empty. */
    static NodeChoice of(List<NodeMemory> nodes, List<String> allowed) {
        List<NodeMemory> sorted = new ArrayList<>(nodes);
        sorted.sort(Comparator.comparing(NodeMemory::name).thenComparing(NodeMemory::id));
        if (sorted.isEmpty()) {
            return new Refused(
                    Kind.NO_NODES, "no node is there; start one, or wait until one has joined");
        }
        return allowed.isEmpty() ? new Chosen(List.copyOf(sorted)) : named(sorted, allowed);
    }

    private static NodeChoice named(List<NodeMemory> sorted, List<String> allowed) {
        Set<NodeMemory> chosen = new LinkedHashSet<>();
        for (String wanted : allowed) {
            List<NodeMemory> found = find(sorted, wanted);
            if (found.isEmpty()) {
                List<String> names = sorted.stream().map(NodeMemory::name).toList();
                return new Refused(
                        Kind.UNKNOWN_NODE,
                        "no node %s, want some of %s".formatted(wanted, String.join(", ", names)));
            }
            if (found.size() > 1) {
                List<String> ids = found.stream().map(NodeMemory::id).toList();
                return new Refused(
                        Kind.AMBIGUOUS_NAME,
                        "%d nodes are named %s, want an id: %s"
                                .formatted(found.size(), wanted, String.join(" or ", ids)));
            }
            chosen.add(found.getFirst());
        }
        return new Chosen(List.copyOf(chosen));
    }

    /** An id is meant before a name. */
    private static List<NodeMemory> find(List<NodeMemory> nodes, String wanted) {
        List<NodeMemory> byId = nodes.stream().filter(n -> n.id().equals(wanted)).toList();
        return byId.isEmpty() ? nodes.stream().filter(n -> n.name().equals(wanted)).toList() : byId;
    }
}
