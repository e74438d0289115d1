package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds an order of nodes in which some split fits, or proves that there is none: over sets of
 * nodes, since what matters of the nodes behind a stage is only how many of the last layers they
 * can hold together. Of all such orders it gives the one closest to the given order: the first in
 * dictionary order.
 */
final class OrderSearch {
    /** Nodes at most: it looks at every set of them. */
    static final int NODES_MAX = 16;

    private static final int UNKNOWN = -1;

    private final StageSizes sizes;
    private final List<NodeMemory> nodes;
    private final int layerCount;
    private final int never;
    private final int[] starts;

    private OrderSearch(StageSizes sizes, List<NodeMemory> nodes) {
        this.sizes = sizes;
        this.nodes = nodes;
        this.layerCount = sizes.layerCount();
        this.never = layerCount + 1;
        this.starts = new int[1 << nodes.size()];
        Arrays.fill(starts, UNKNOWN);
        starts[0] = never;
    }

    /** The order, with nodes that the split may leave out; empty where no split of any fits. */
    static Optional<List<NodeMemory>> find(StageSizes sizes, List<NodeMemory> nodes) {
        return new OrderSearch(sizes, nodes).find();
    }

    private Optional<List<NodeMemory>> find() {
        int rest = starts.length - 1;
        if (!canBegin(rest)) {
            return Optional.empty();
        }
        List<NodeMemory> order = new ArrayList<>();
        int placed = 0;
        while (rest != 0) {
            int node = next(placed, rest);
            order.add(nodes.get(node));
            rest = without(rest, node);
            if (placed == 0) {
                placed = begins(node, rest) ? end(node, 0) : 0;
            } else {
                placed = end(node, placed);
            }
        }
        return Optional.of(order);
    }

    /** The first node in the given order after which the others can still hold what remains. */
    private int next(int placed, int set) {
        for (int node = 0; node < nodes.size(); node++) {
            if (contains(set, node) && mayFollow(node, placed, without(set, node))) {
                return node;
            }
        }
        throw new IllegalStateException("no node may follow layer " + placed);
    }

    private boolean mayFollow(int node, int placed, int rest) {
        if (placed == 0) {
            return begins(node, rest) || canBegin(rest);
        }
        return placed == layerCount || finishes(node, placed) || end(node, placed) >= start(rest);
    }

    /** Whether some node of a set can be the first stage and the others hold the rest. */
    private boolean canBegin(int set) {
        for (int node = 0; node < nodes.size(); node++) {
            if (contains(set, node) && begins(node, without(set, node))) {
                return true;
            }
        }
        return false;
    }

    private boolean begins(int node, int rest) {
        int end = end(node, 0);
        return end == layerCount || (end > 0 && end >= start(rest));
    }

    private boolean finishes(int node, int first) {
        return first < layerCount && fits(node, first, layerCount);
    }

    /** The largest end of a stage from {@code first} on; {@code first} itself where none fits. */
    private int end(int node, int first) {
        if (finishes(node, first)) {
            return layerCount;
        }
        int end = first;
        while (end + 1 < layerCount && fits(node, first, end + 1)) {
            end++;
        }
        return end;
    }

    /**
     * The first layer, at least 1, from which on a set of nodes can hold all layers and the head.
     */
    private int start(int set) {
        if (starts[set] == UNKNOWN) {
            int best = never;
            for (int node = 0; node < nodes.size(); node++) {
                if (contains(set, node)) {
                    int rest = start(without(set, node));
                    best = Math.min(best, Math.min(rest, start(node, rest)));
                    best = Math.min(best, start(node, layerCount));
                }
            }
            starts[set] = best;
        }
        return starts[set];
    }

    /** The first layer, at least 1, of a stage up to {@code end}; {@code never} where none fits. */
    private int start(int node, int end) {
        if (end == never) {
            return never;
        }
        int first = end;
        while (first > 1 && fits(node, first - 1, end)) {
            first--;
        }
        return first == end ? never : first;
    }

    private boolean fits(int node, int first, int end) {
        return sizes.stageBytes(first, end) <= nodes.get(node).budgetBytes();
    }

    private static boolean contains(int set, int node) {
        return (set >> node & 1) != 0;
    }

    private static int without(int set, int node) {
        return set & ~(1 << node);
    }
}
