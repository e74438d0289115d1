package org.boltmesh.bootstrap;

import java.util.List;
import java.util.stream.Collectors;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.plan.Bytes;

/** The state of a cluster for people. */
final class StateText {
    private StateText() {}

    static String nodes(List<NodeStatus> nodes) {
        var table = new TextTable(2, 5, "node", "address", "free", "limit", "taken", "driver");
        nodes.forEach(
                node ->
                        table.add(
                                node.name(),
                                node.workAddress().toString(),
                                Bytes.rounded(node.freeBytes()),
                                node.limitBytes() == Long.MAX_VALUE
                                        ? "none"
                                        : Bytes.rounded(node.limitBytes()),
                                Bytes.rounded(node.takenBytes()),
                                node.driverPid() == 0 ? "none" : "process " + node.driverPid()));
        return table.text();
    }

    static String models(List<ModelStatus> models) {
        if (models.isEmpty()) {
            return "no models; load one: java -jar node.jar load NAME --file FILE"
                    + System.lineSeparator();
        }
        var table = new TextTable(3, 5, "model", "phase", "layers", "active", "waiting", "detail");
        models.forEach(
                model ->
                        table.add(
                                model.spec().name(),
                                StateJson.word(model.phase()),
                                places(model),
                                Integer.toString(model.active()),
                                Integer.toString(model.waiting()),
                                model.detail()));
        return table.text();
    }

    /** Which node holds which layers. */
    static String places(ModelStatus model) {
        return model.shards().stream()
                .map(shard -> shard.node() + " " + layers(shard.layers()))
                .collect(Collectors.joining(", "));
    }

    /** Where a model's layers are, and what they take there. */
    static String plan(ModelStatus model) {
        var table = new TextTable(2, 5, "node", "layers", "weights", "KV cache", "scratch");
        model.shards().forEach(shard -> add(table, shard));
        StringBuilder text = new StringBuilder(model.spec().name()).append(System.lineSeparator());
        text.append(table.text());
        model.notes().forEach(note -> text.append("note: " + note).append(System.lineSeparator()));
        return text.toString();
    }

    private static void add(TextTable table, ShardStatus shard) {
        table.add(
                shard.node(),
                layers(shard.layers()),
                Bytes.rounded(shard.plannedWeightBytes()),
                Bytes.rounded(shard.plannedCacheBytes()),
                Bytes.rounded(shard.plannedComputeBytes()));
    }

    private static String layers(LayerRange layers) {
        return layers.first() + ".." + layers.last();
    }
}
