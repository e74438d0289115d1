package org.boltmesh.shards.plan;

import org.boltmesh.shards.model.LayerRange;

/**
 * One node's part of a pipeline. All sizes are bytes.
 *
 * @param node who runs it, with its memory as it was planned with
 * @param layers with the ends: the first stage has the embedding, the last the head
 * @param weightBytes exactly, as the file has them
 * @param cacheBytes key/value cache, exactly
 * @param computeBytes scratch, at most
 */
public record Stage(
        NodeMemory node, LayerRange layers, long weightBytes, long cacheBytes, long computeBytes) {

    /** What the stage takes of its node's budget. */
    public long totalBytes() {
        return weightBytes + cacheBytes + computeBytes;
    }

    /** What is left of the node's budget; negative where the stage does not fit. */
    public long freeAfterBytes() {
        return node.budgetBytes() - totalBytes();
    }

    /** Its layers and ends, as "0..3 + embedding". */
    String layersShown() {
        String layers = this.layers.first() + ".." + this.layers.last();
        return layers
                + (this.layers.embedding() ? " + embedding" : "")
                + (this.layers.head() ? " + head" : "");
    }
}
