package org.boltmesh.actors.coordinator;

import java.util.List;
import java.util.OptionalInt;

/**
 * What does not change about a node while it runs.
 *
 * @param configured models that its configuration names, with its own files
 * @param engineThreads that compute in each of its engines; absent for the engine's choice
 */
public record NodeFacts(
        NodeReport.Identity identity,
        NodeReport.Memory memory,
        List<ModelSpec> configured,
        OptionalInt engineThreads) {
    public NodeFacts {
        configured = List.copyOf(configured);
    }

    /** The same model with this node's own file, where its configuration names one. */
    ModelSpec withOwnFile(ModelSpec spec) {
        return configured.stream()
                .filter(own -> own.name().equals(spec.name()))
                .findFirst()
                .map(own -> spec.withFile(own.file()))
                .orElse(spec);
    }
}
