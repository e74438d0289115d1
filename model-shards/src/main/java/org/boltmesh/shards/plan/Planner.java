package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.boltmesh.shards.model.ModelFootprint;
import org.boltmesh.shards.plan.PlanOutcome.Kind;
import org.boltmesh.shards.plan.PlanOutcome.Plan;
import org.boltmesh.shards.plan.PlanOutcome.Refusal;

/**
 * Places a model's layers on nodes: contiguous, in proportion to memory, on as many nodes as can
 * hold some, and never more on a node than its budget. Finds a plan whenever there is one. The same
 * input gives the same plan, whatever the order of the nodes. Pure.
 */
public final class Planner {
    /** About a second; 16 nodes with 126 layers are a third of it. */
    private static final long STEPS_MAX = 200_000_000;

    private final StageSizes sizes;
    private final ModelFootprint model;
    private final PlanTexts texts;

    private Planner(ModelFootprint model) {
        this.sizes = new StageSizes(model);
        this.model = model;
        this.texts = new PlanTexts(model, sizes);
    }

    /**
     * Plans a model over all nodes, in the order of their names.
     *
     * @throws IllegalArgumentException when two nodes have the same id
     */
    public static PlanOutcome plan(List<NodeMemory> nodes, ModelFootprint model) {
        return plan(nodes, model, List.of());
    }

    /**
     * Plans a model.
     *
     * @param allowed names or ids of the nodes that may be used, in the order that their layers
     *     should have; empty for all nodes by name. Another order is taken where this one does not
     *     fit or leaves nodes out that could help.
     * @throws IllegalArgumentException when two nodes have the same id
     */
    public static PlanOutcome plan(
            List<NodeMemory> nodes, ModelFootprint model, List<String> allowed) {
        requireUniqueIds(nodes);
        NodeChoice choice = NodeChoice.of(nodes, allowed);
        return switch (choice) {
            case NodeChoice.Chosen(List<NodeMemory> chosen) -> new Planner(model).plan(chosen);
            case NodeChoice.Refused(Kind kind, String reason) ->
                    Refusal.of(kind, "model %s: %s".formatted(model.model(), reason));
        };
    }

    private static void requireUniqueIds(List<NodeMemory> nodes) {
        Set<String> ids = new HashSet<>();
        for (NodeMemory node : nodes) {
            if (!ids.add(node.id())) {
                throw new IllegalArgumentException("node id %s twice".formatted(node.id()));
            }
        }
    }

    private PlanOutcome plan(List<NodeMemory> nodes) {
        List<NodeMemory> order = largest(nodes);
        Split preferred = SplitSearch.find(sizes, order);
        if (preferred.fits() && usesAll(preferred)) {
            return plan(nodes, order, preferred);
        }
        return OrderSearch.find(sizes, order)
                .<PlanOutcome>map(possible -> plan(nodes, order, otherOrders(preferred, possible)))
                .orElseGet(() -> texts.refusal(preferred));
    }

    private Plan plan(List<NodeMemory> nodes, List<NodeMemory> order, Split split) {
        return new Plan(model.model(), split.stages(sizes), texts.notes(nodes, order, split));
    }

    /** As many as can be searched, in their order. */
    private static List<NodeMemory> largest(List<NodeMemory> nodes) {
        if (nodes.size() <= OrderSearch.NODES_MAX) {
            return nodes;
        }
        List<NodeMemory> bySize = new ArrayList<>(nodes);
        bySize.sort(Comparator.comparingLong(NodeMemory::budgetBytes).reversed());
        Set<NodeMemory> kept = new HashSet<>(bySize.subList(0, OrderSearch.NODES_MAX));
        return nodes.stream().filter(kept::contains).toList();
    }

    private boolean usesAll(Split split) {
        long smallest = sizes.smallestStageBytes();
        long able = split.order().stream().filter(n -> n.budgetBytes() >= smallest).count();
        return split.score().used() >= Math.min(able, sizes.layerCount());
    }

    /**
     * Other nodes at the ends, which take more than a layer does, where that is clearly better.
     *
     * @param possible an order in which some split fits
     */
    private Split otherOrders(Split preferred, List<NodeMemory> possible) {
        Split best = preferred;
        List<NodeMemory> order = preferred.order();
        List<NodeMemory> ends = isQuick(order.size()) ? order : List.of();
        for (NodeMemory first : ends) {
            for (NodeMemory last : ends) {
                best = better(best, withEnds(order, first, last));
            }
        }
        return best.fits() ? best : SplitSearch.find(sizes, possible);
    }

    /** Whether all pairs of ends can be tried: a search looks at all layers squared for a node. */
    private boolean isQuick(int nodeCount) {
        long perOrder = (long) nodeCount * sizes.layerCount() * sizes.layerCount();
        return perOrder * nodeCount * nodeCount <= STEPS_MAX;
    }

    private static Split better(Split best, Optional<Split> other) {
        return other.filter(o -> o.score().clearlyBetterThan(best.score())).orElse(best);
    }

    private Optional<Split> withEnds(List<NodeMemory> order, NodeMemory first, NodeMemory last) {
        List<NodeMemory> changed = new ArrayList<>(order);
        changed.remove(first);
        changed.addFirst(first);
        if (!first.equals(last)) {
            changed.remove(last);
            changed.addLast(last);
        }
        return changed.equals(order)
                ? Optional.empty()
                : Optional.of(SplitSearch.find(sizes, changed));
    }
}
