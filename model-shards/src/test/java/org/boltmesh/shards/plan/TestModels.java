package org.boltmesh.shards.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.boltmesh.shards.model.ModelFootprint;

/** Footprints and nodes of round numbers. */
final class TestModels {
    private TestModels() {}

    /** Layers of 90 + 10 bytes, ends of 40 and 50, scratch of 5, with the head 25. */
    static ModelFootprint untied(int layers) {
        return new ModelFootprint(
                "test", 512, 2, Collections.nCopies(layers, 90L), 10, 0, 40, 50, 0, 5, 25);
    }

    /** As {@link #untied}, with a head that is the embedding and a norm. */
    static ModelFootprint tied(int layers) {
        return new ModelFootprint(
                "test", 512, 2, Collections.nCopies(layers, 90L), 10, 0, 40, 41, 40, 5, 25);
    }

    static NodeMemory node(String name, long freeBytes) {
        return new NodeMemory("id-" + name, name, freeBytes, NodeMemory.UNLIMITED, 0, 0);
    }

    /** Nodes a, b, c and so on with some memory each. */
    static List<NodeMemory> nodes(long... freeBytes) {
        List<NodeMemory> nodes = new ArrayList<>();
        for (long free : freeBytes) {
            nodes.add(node(String.valueOf((char) ('a' + nodes.size())), free));
        }
        return nodes;
    }
}
