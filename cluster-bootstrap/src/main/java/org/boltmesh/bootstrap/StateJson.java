package org.boltmesh.bootstrap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.shards.model.ShardInfo;

/** The state of a cluster as the fields of {@code --json}. */
final class StateJson {
    private StateJson() {}

    static Map<String, Object> cluster(ClusterState state) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("nodes", state.nodes().stream().map(StateJson::node).toList());
        fields.putAll(models(state));
        return fields;
    }

    static Map<String, Object> models(ClusterState state) {
        return Map.of("models", state.models().stream().map(StateJson::model).toList());
    }

    static Map<String, Object> model(ModelStatus model) {
        ModelSpec spec = model.spec();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", spec.name());
        fields.put("file", spec.file());
        fields.put("phase", word(model.phase()));
        fields.put("detail", model.detail());
        fields.put("context", spec.contextTokens());
        fields.put("kv_type", word(spec.kvType()));
        fields.put("micro_batch", spec.microBatchMax());
        fields.put("sequences", spec.sequencesMax());
        fields.put("queue", spec.queueMax());
        fields.put("shards", model.shards().stream().map(StateJson::shard).toList());
        fields.put("notes", model.notes());
        fields.put("active", model.active());
        fields.put("waiting", model.waiting());
        fields.put("restarts", model.restarts());
        return fields;
    }

    private static Map<String, Object> node(NodeStatus node) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", node.name());
        fields.put("id", node.id().toString());
        fields.put("pid", node.controlPid());
        fields.put("driver_pid", node.driverPid());
        fields.put("rdma", LinkJson.mesh(node.mesh()));
        fields.put("work_address", node.workAddress().toString());
        fields.put("free_bytes", node.freeBytes());
        if (node.limitBytes() != Long.MAX_VALUE) {
            fields.put("limit_bytes", node.limitBytes());
        }
        fields.put("taken_bytes", node.takenBytes());
        fields.put(
                "sent",
                node.sent().stream()
                        .map(sent -> Map.of("to", sent.to(), "bytes", sent.bytes()))
                        .toList());
        return fields;
    }

    static Map<String, Object> shard(ShardStatus shard) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("node", shard.node());
        fields.put("pid", shard.pid());
        fields.put("layers", List.of(shard.layers().first(), shard.layers().last()));
        fields.put("planned_weight_bytes", shard.plannedWeightBytes());
        fields.put("planned_kv_cache_bytes", shard.plannedCacheBytes());
        fields.put("planned_compute_bytes", shard.plannedComputeBytes());
        fields.put("loaded_bytes", shard.loadedBytes());
        shard.info().ifPresent(info -> addLoaded(fields, info));
        return fields;
    }

    private static void addLoaded(Map<String, Object> fields, ShardInfo info) {
        fields.put("weight_bytes", info.weightBytes());
        fields.put("kv_cache_bytes", info.kvCacheBytes());
        fields.put("compute_bytes", info.computeBytes());
        fields.put("library", info.library());
        fields.put("replay", info.replayBitEqual() ? "bit-equal" : "not bit-equal");
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
