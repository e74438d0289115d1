package org.boltmesh.actors.node;

import org.boltmesh.actors.serialization.MessageTable;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.shard.LayerShard;
import org.boltmesh.actors.shard.ShardEvent;
import org.boltmesh.actors.shard.ShardPlan;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;

/**
 * Every message between nodes, with its frozen id, tag and version. Rows are added at the end of
 * their group; none changes its meaning. A type whose components change gets a new version.
 */
final class RemoteMessages {
    private RemoteMessages() {}

    static MessageTable table() {
        MessageTable.Builder table = MessageTable.builder();
        addNodes(table);
        addShards(table);
        return table.build();
    }

    private static void addNodes(MessageTable.Builder table) {
        table.message(100, "node-list-nodes", 1, NodeGuardian.ListNodes.class)
                .message(101, "node-nodes", 1, NodeGuardian.Nodes.class)
                .part(102, NodeMember.class)
                .part(103, NodeState.class)
                .part(104, HostPort.class);
    }

    private static void addShards(MessageTable.Builder table) {
        table.message(110, "shard-join", 1, LayerShard.Join.class)
                .message(111, "shard-stop", 1, LayerShard.Stop.class)
                .message(112, "shard-started", 1, ShardEvent.Started.class)
                .message(113, "shard-loading", 1, ShardEvent.Loading.class)
                .message(114, "shard-loaded", 1, ShardEvent.Loaded.class)
                .message(115, "shard-joined", 1, ShardEvent.Joined.class)
                .message(116, "shard-join-failed", 1, ShardEvent.JoinFailed.class)
                .message(117, "shard-lost", 1, ShardEvent.Lost.class)
                .message(118, "shard-refused", 1, ShardEvent.Refused.class)
                .part(119, ShardPlan.class)
                .part(120, LayerRange.class)
                .part(121, LoadOptions.class)
                .part(122, KvType.class)
                .part(123, ShardInfo.class)
                .part(124, StageRole.class)
                .part(125, PipelineLimits.class)
                .part(126, PipelineAddresses.class)
                .part(127, PipelineTimes.class);
    }
}
