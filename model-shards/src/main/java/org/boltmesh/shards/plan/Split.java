package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Layers for each of some nodes in order, best of all for this order.
 *
 * @param order nodes, some perhaps without layers
 * @param layerCounts layers of each
 * @param score how good it is
 */
record Split(List<NodeMemory> order, List<Integer> layerCounts, Score score) {

    boolean fits() {
        return score.missingBytes() == 0;
    }

    /** The nodes without layers. */
    List<NodeMemory> idle() {
        List<NodeMemory> idle = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            if (layerCounts.get(i) == 0) {
                idle.add(order.get(i));
            }
        }
        return idle;
    }

    List<Stage> stages(StageSizes sizes) {
        List<Stage> stages = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < order.size(); i++) {
            int end = first + layerCounts.get(i);
            if (end > first) {
                stages.add(sizes.stage(order.get(i), first, end));
            }
            first = end;
        }
        return stages;
    }
}
