package org.boltmesh.shards.plan;

/**
 * What a node lacks, or could give, in a plan or reservation that was refused.
 *
 * @param node with its memory
 * @param neededBytes what it would have to hold, 0 for nothing
 * @param missingBytes what it lacks for that, 0 where it fits
 */
public record Shortage(NodeMemory node, long neededBytes, long missingBytes) {

    /** A node that is to hold {@code neededBytes}. */
    static Shortage of(NodeMemory node, long neededBytes) {
        return new Shortage(node, neededBytes, Math.max(0, neededBytes - node.budgetBytes()));
    }

    /** What the node has for models, bytes. */
    public long freeBytes() {
        return node.budgetBytes();
    }
}
