package org.boltmesh.actors.settings;

import java.nio.file.Path;
import java.util.List;

/**
 * A model that the cluster is to serve.
 *
 * @param name what requests call it
 * @param file its GGUF file on this node
 * @param contextTokens the longest context; 0 for the model's own
 * @param nodes names of the nodes that may hold its layers; empty for all
 */
public record ModelSettings(String name, Path file, int contextTokens, List<String> nodes) {
    public ModelSettings {
        nodes = List.copyOf(nodes);
    }
}
