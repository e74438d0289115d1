package org.boltmesh.driver.fabric;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a fabric's cables form. */
public final class FabricShape {
    /** More nodes are not looked at: the work doubles with each. */
    private static final int RING_NODES_MAX = 16;

    private FabricShape() {}

    /** Whether each node reaches each other one directly. */
    public static boolean isMesh(Fabric fabric) {
        List<String> nodes = fabric.nodes();
        for (int first = 0; first < nodes.size(); first++) {
            for (int second = first + 1; second < nodes.size(); second++) {
                if (!fabric.isLinked(nodes.get(first), nodes.get(second))) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Whether some order of all nodes is a ring in which neighbours are linked; two linked nodes
     * are one. Of more than 16 nodes it says no.
     */
    public static boolean isRing(Fabric fabric) {
        int count = fabric.nodes().size();
        if (count <= 2) {
            return isMesh(fabric);
        }
        return count <= RING_NODES_MAX && hasRing(neighbours(fabric));
    }

    /**
     * Held and Karp: for each set of nodes with the first in it, at which ones a path from the
     * first through all of them may end.
     */
    private static boolean hasRing(int[] neighbours) {
        int all = (1 << neighbours.length) - 1;
        int[] ends = new int[all + 1];
        ends[1] = 1;
        for (int set = 1; set < all; set += 2) {
            for (int node = 1; node < neighbours.length; node++) {
                boolean added = ((set >> node) & 1) == 0;
                if (added && (ends[set] & neighbours[node]) != 0) {
                    ends[set | (1 << node)] |= 1 << node;
                }
            }
        }
        return (ends[all] & neighbours[0]) != 0;
    }

    private static int[] neighbours(Fabric fabric) {
        List<String> nodes = fabric.nodes();
        int[] neighbours = new int[nodes.size()];
        for (int node = 0; node < neighbours.length; node++) {
            for (int other = 0; other < neighbours.length; other++) {
                if (other != node && fabric.isLinked(nodes.get(node), nodes.get(other))) {
                    neighbours[node] |= 1 << other;
                }
            }
        }
        return neighbours;
    }

    /** Whether the cables close a loop somewhere; two between the same nodes do. */
    public static boolean hasLoop(Fabric fabric) {
        Map<String, String> parents = new HashMap<>();
        for (Cable cable : fabric.cables()) {
            String first = root(parents, cable.a().node());
            String second = root(parents, cable.b().node());
            if (first.equals(second)) {
                return true;
            }
            parents.put(first, second);
        }
        return false;
    }

    private static String root(Map<String, String> parents, String node) {
        String root = node;
        for (String next = parents.getOrDefault(root, root);
                !next.equals(root);
                next = parents.getOrDefault(root, root)) {
            root = next;
        }
        return root;
    }
}
