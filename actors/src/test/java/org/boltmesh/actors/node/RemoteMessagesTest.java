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
                        "127 part PipelineTimes",
                        "140 agent-describe:2 Describe",
                        "141 agent-file:1 FileReport",
                        "142 agent-start-shard:1 StartShard",
                        "143 agent-start-model:2 StartModel",
                        "144 part ModelSpec",
                        "145 part FileFacts",
                        "146 part ModelFingerprint",
                        "147 part Part",
                        "148 part ModelFootprint",
                        "149 part ModelPlan",
                        "150 part StagePlan",
                        "151 part Sizes",
                        "160 director-load:2 Load",
                        "161 director-unload:1 Unload",
                        "162 director-show:1 ShowState",
                        "163 director-find:1 Find",
                        "164 director-node:2 NodeReported",
                        "165 director-model:2 ModelReported",
                        "166 director-model-failed:1 ModelFailed",
                        "167 load-progress:1 Progress",
                        "168 load-done:1 Done",
                        "169 load-refused:1 Refused",
                        "170 unloaded:1 UnloadReply",
                        "171 found:1 Found",
                        "172 find-coming:1 Coming",
                        "173 find-unknown:1 Unknown",
                        "174 part NodeReport",
                        "175 part Identity",
                        "176 part Memory",
                        "177 part Driver",
                        "178 part Sent",
                        "179 part ModelReport",
                        "180 part Progress",
                        "190 model-submit:1 Submit",
                        "191 model-cancel:1 Cancel",
                        "192 model-stop:1 Stop",
                        "193 answer-begun:1 Begun",
                        "194 answer-token:2 Token",
                        "195 answer-finished:1 Finished",
                        "196 answer-failed:1 Failed",
                        "197 part AnswerRequest",
                        "198 part Text",
                        "199 part Chat",
                        "200 part Tokens",
                        "201 part ChatMessage",
                        "202 part SamplingOptions",
                        "203 part TokenLogprob",
                        "204 part FinishReason",
                        "205 part FailureCode",
                        "206 part GenerationTimes",
                        "207 part SpelledLogprob",
                        "220 cluster-state:2 ClusterState",
                        "221 part NodeStatus",
                        "222 part SentBytes",
                        "223 part ModelStatus",
                        "224 part ModelPhase",
                        "225 part ShardStatus");
    }
}
