package org.boltmesh.actors.node;

import java.util.UUID;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.NodeFacts;
import org.boltmesh.actors.coordinator.NodeReport;
import org.boltmesh.actors.settings.ModelSettings;
import org.boltmesh.actors.settings.NodeSettings;
import org.boltmesh.shards.plan.NodeMemory;

/** What the cluster is told of a node, from its settings. Pure but for the process id. */
final class FactsOfSettings {
    private FactsOfSettings() {}

    static NodeFacts of(NodeSettings settings, UUID nodeId, long freeBytes) {
        return new NodeFacts(
                new NodeReport.Identity(
                        nodeId,
                        settings.name(),
                        ProcessHandle.current().pid(),
                        settings.network().work()),
                new NodeReport.Memory(
                        freeBytes,
                        settings.memoryLimitBytes().orElse(NodeMemory.UNLIMITED),
                        settings.memoryReserveBytes()),
                settings.models().stream().map(FactsOfSettings::spec).toList(),
                settings.engineThreads());
    }

    private static ModelSpec spec(ModelSettings model) {
        return new ModelSpec(
                model.name(),
                model.file().toString(),
                model.contextTokens(),
                model.nodes(),
                model.kvType(),
                model.microBatchMax(),
                model.sequencesMax(),
                model.queueMax());
    }
}
