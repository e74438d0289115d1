package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the best contiguous split over nodes in a given order, exactly: it tries every count of
 * layers for every node, from the last node to the first. Where nothing fits, it finds the split
 * that lacks least.
 */
final class SplitSearch {
    private static final long WHOLE = 1_000_000;

    private final StageSizes sizes;
    private final List<NodeMemory> order;
    private final long[] shares;
    private final int layerCount;
    private final Score[][] best;
    private final int[][] chosen;

    private SplitSearch(StageSizes sizes, List<NodeMemory> order) {
        this.sizes = sizes;
        this.order = order;
        this.shares = shares(sizes, order);
        this.layerCount = sizes.layerCount();
        this.best = new Score[order.size() + 1][layerCount + 1];
        this.chosen = new int[order.size()][layerCount + 1];
    }

    static Split find(StageSizes sizes, List<NodeMemory> order) {
        return new SplitSearch(sizes, order).find();
    }

    /** Each node's share of memory in millionths; none for one that cannot hold any layer. */
    private static long[] shares(StageSizes sizes, List<NodeMemory> order) {
        long smallest = sizes.smallestStageBytes();
        double[] budgets =
                order.stream()
                        .mapToDouble(NodeMemory::budgetBytes)
                        .map(budget -> budget < smallest ? 0 : budget)
                        .toArray();
        double total = Math.max(1, Arrays.stream(budgets).sum());
        return Arrays.stream(budgets)
                .mapToLong(budget -> Math.round(WHOLE * budget / total))
                .toArray();
    }

    private Split find() {
        for (int placed = 0; placed <= layerCount; placed++) {
            best[order.size()][placed] = placed == layerCount ? Score.NOTHING : Score.IMPOSSIBLE;
        }
        for (int node = order.size() - 1; node >= 0; node--) {
            for (int placed = 0; placed <= layerCount; placed++) {
                choose(node, placed);
            }
        }
        return new Split(order, layerCounts(), best[0][0]);
    }

    /**
     * Of equal splits, the one with more layers earlier wins. A stage that lacks more than a whole
     * split found so far is not worth making longer.
     */
    private void choose(int node, int placed) {
        Score found = Score.IMPOSSIBLE;
        for (int count = 0; count <= layerCount - placed; count++) {
            Score stage = score(node, placed, count);
            if (stage.missingBytes() > found.missingBytes()) {
                break;
            }
            Score candidate = stage.plus(best[node + 1][placed + count]);
            if (!found.betterThan(candidate)) {
                found = candidate;
                chosen[node][placed] = count;
            }
        }
        best[node][placed] = found;
    }

    private Score score(int node, int first, int count) {
        long share = Math.round((double) WHOLE * sizes.layerBytes(first, first + count) / whole());
        long deviation = (share - shares[node]) * (share - shares[node]);
        if (count == 0) {
            return new Score(0, 0, deviation);
        }
        long needed = sizes.stageBytes(first, first + count);
        return new Score(Shortage.of(order.get(node), needed).missingBytes(), 1, deviation);
    }

    private long whole() {
        return Math.max(1, sizes.layerBytes(0, layerCount));
    }

    private List<Integer> layerCounts() {
        List<Integer> counts = new ArrayList<>();
        int placed = 0;
        for (int node = 0; node < order.size(); node++) {
            counts.add(chosen[node][placed]);
            placed += chosen[node][placed];
        }
        return counts;
    }
}
