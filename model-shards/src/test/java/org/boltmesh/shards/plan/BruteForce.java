package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.List;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelFootprint;

/** Whether a model fits on nodes, slowly: any count of layers on any node, in any order. */
final class BruteForce {
    private BruteForce() {}

    static boolean fits(ModelFootprint model, List<NodeMemory> nodes) {
        return anyOrder(model, new ArrayList<>(), nodes);
    }

    private static boolean anyOrder(
            ModelFootprint model, List<NodeMemory> order, List<NodeMemory> rest) {
        if (rest.isEmpty()) {
            return fitsInOrder(model, order);
        }
        for (NodeMemory node : rest) {
            List<NodeMemory> longer = new ArrayList<>(order);
            longer.add(node);
            List<NodeMemory> others = rest.stream().filter(other -> !other.equals(node)).toList();
            if (anyOrder(model, longer, others)) {
                return true;
            }
        }
        return false;
    }

    static boolean fitsInOrder(ModelFootprint model, List<NodeMemory> order) {
        return fitsFrom(model, order, 0);
    }

    private static boolean fitsFrom(ModelFootprint model, List<NodeMemory> order, int first) {
        if (first == model.layerCount()) {
            return true;
        }
        if (order.isEmpty()) {
            return false;
        }
        List<NodeMemory> others = order.subList(1, order.size());
        if (fitsFrom(model, others, first)) {
            return true;
        }
        for (int last = first; last < model.layerCount(); last++) {
            LayerRange range = model.range(first, last);
            long needed =
                    model.weightBytes(range) + model.cacheBytes(range) + model.computeBytes(range);
            if (needed <= order.getFirst().budgetBytes() && fitsFrom(model, others, last + 1)) {
                return true;
            }
        }
        return false;
    }
}
