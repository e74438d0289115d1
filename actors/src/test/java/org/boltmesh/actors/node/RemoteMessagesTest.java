package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A row that changes here breaks clusters whose nodes are updated one by one. */
class RemoteMessagesTest {
    @Test
    void shouldKeepEveryRow() {
        assertThat(
                        RemoteMessages.table().rows().stream()
                                .map(
                                        row ->
                                                "%d %s %s"
                                                        .formatted(
                                                                row.id(),
                                                                row.manifest().orElse("part"),
                                                                row.type().getSimpleName())))
                .containsExactly(
                        "100 node-list-nodes:1 ListNodes",
                        "101 node-nodes:1 Nodes",
                        "102 part NodeMember",
                        "103 part NodeState",
                        "104 part HostPort",
                        "110 shard-join:1 Join",
                        "111 shard-stop:1 Stop",
                        "112 shard-started:1 Started",
                        "113 shard-loading:1 Loading",
                        "114 shard-loaded:1 Loaded",
                        "115 shard-joined:1 Joined",
                        "116 shard-join-failed:1 JoinFailed",
                        "117 shard-lost:1 Lost",
                        "118 shard-refused:1 Refused",
                        "119 part ShardPlan",
                        "120 part LayerRange",
                        "121 part LoadOptions",
                        "122 part KvType",
                        "123 part ShardInfo",
                        "124 part StageRole",
                        "125 part PipelineLimits",
                        "126 part PipelineAddresses",
                        "127 part PipelineTimes");
    }
}
