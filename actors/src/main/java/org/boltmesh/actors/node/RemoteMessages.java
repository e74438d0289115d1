package org.boltmesh.actors.node;

import org.boltmesh.actors.coordinator.AnswerEvent;
import org.boltmesh.actors.coordinator.AnswerRequest;
import org.boltmesh.actors.coordinator.ClusterDirector;
import org.boltmesh.actors.coordinator.ClusterState;
import org.boltmesh.actors.coordinator.FileFacts;
import org.boltmesh.actors.coordinator.FileReport;
import org.boltmesh.actors.coordinator.FindReply;
import org.boltmesh.actors.coordinator.LoadEvent;
import org.boltmesh.actors.coordinator.ModelCoordinator;
import org.boltmesh.actors.coordinator.ModelPhase;
import org.boltmesh.actors.coordinator.ModelPlan;
import org.boltmesh.actors.coordinator.ModelReport;
import org.boltmesh.actors.coordinator.ModelSpec;
import org.boltmesh.actors.coordinator.ModelStatus;
import org.boltmesh.actors.coordinator.NodeAgent;
import org.boltmesh.actors.coordinator.NodeReport;
import org.boltmesh.actors.coordinator.NodeStatus;
import org.boltmesh.actors.coordinator.Prompt;
import org.boltmesh.actors.coordinator.ShardStatus;
import org.boltmesh.actors.coordinator.SpelledLogprob;
import org.boltmesh.actors.coordinator.UnloadReply;
import org.boltmesh.actors.mesh.MeshFacts;
import org.boltmesh.actors.mesh.MeshKeeper;
import org.boltmesh.actors.mesh.MeshReport;
import org.boltmesh.actors.serialization.MessageTable;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.shard.LayerShard;
import org.boltmesh.actors.shard.ShardEvent;
import org.boltmesh.actors.shard.ShardPlan;
import org.boltmesh.driver.link.LinkState;
import org.boltmesh.driver.mesh.LinkStatus;
import org.boltmesh.driver.mesh.LinkTraffic;
import org.boltmesh.driver.mesh.MeshStatus;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.GenerationTimes;
import org.boltmesh.shards.engine.KvType;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.gguf.ModelFingerprint;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ModelFootprint;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.sampling.TokenLogprob;
import org.boltmesh.shards.template.ChatMessage;

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
        addAgents(table);
        addModels(table);
        addAnswers(table);
        addStates(table);
        addMesh(table);
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

    private static void addAgents(MessageTable.Builder table) {
        table.message(140, "agent-describe", 2, NodeAgent.Describe.class)
                .message(141, "agent-file", 1, FileReport.class)
                .message(142, "agent-start-shard", 1, NodeAgent.StartShard.class)
                .message(143, "agent-start-model", 2, NodeAgent.StartModel.class)
                .part(144, ModelSpec.class)
                .part(145, FileFacts.class)
                .part(146, ModelFingerprint.class)
                .part(147, ModelFingerprint.Part.class)
                .part(148, ModelFootprint.class)
                .part(149, ModelPlan.class)
                .part(150, ModelPlan.StagePlan.class)
                .part(151, ModelPlan.Sizes.class);
    }

    private static void addModels(MessageTable.Builder table) {
        table.message(160, "director-load", 2, ClusterDirector.Load.class)
                .message(161, "director-unload", 1, ClusterDirector.Unload.class)
                .message(162, "director-show", 1, ClusterDirector.ShowState.class)
                .message(163, "director-find", 1, ClusterDirector.Find.class)
                .message(164, "director-node", 3, ClusterDirector.NodeReported.class)
                .message(165, "director-model", 2, ClusterDirector.ModelReported.class)
                .message(166, "director-model-failed", 1, ClusterDirector.ModelFailed.class)
                .message(167, "load-progress", 1, LoadEvent.Progress.class)
                .message(168, "load-done", 1, LoadEvent.Done.class)
                .message(169, "load-refused", 1, LoadEvent.Refused.class)
                .message(170, "unloaded", 1, UnloadReply.class)
                .message(171, "found", 1, FindReply.Found.class)
                .message(172, "find-coming", 1, FindReply.Coming.class)
                .message(173, "find-unknown", 1, FindReply.Unknown.class)
                .part(174, NodeReport.class)
                .part(175, NodeReport.Identity.class)
                .part(176, NodeReport.Memory.class)
                .part(177, NodeReport.Driver.class)
                .part(178, NodeReport.Sent.class)
                .part(179, ModelReport.class)
                .part(180, ModelReport.Progress.class);
    }

    private static void addAnswers(MessageTable.Builder table) {
        table.message(190, "model-submit", 1, ModelCoordinator.Submit.class)
                .message(191, "model-cancel", 1, ModelCoordinator.Cancel.class)
                .message(192, "model-stop", 1, ModelCoordinator.Stop.class)
                .message(193, "answer-begun", 1, AnswerEvent.Begun.class)
                .message(194, "answer-token", 2, AnswerEvent.Token.class)
                .message(195, "answer-finished", 1, AnswerEvent.Finished.class)
                .message(196, "answer-failed", 1, AnswerEvent.Failed.class)
                .part(197, AnswerRequest.class)
                .part(198, Prompt.Text.class)
                .part(199, Prompt.Chat.class)
                .part(200, Prompt.Tokens.class)
                .part(201, ChatMessage.class)
                .part(202, SamplingOptions.class)
                .part(203, TokenLogprob.class)
                .part(204, FinishReason.class)
                .part(205, FailureCode.class)
                .part(206, GenerationTimes.class)
                .part(207, SpelledLogprob.class);
    }

    private static void addStates(MessageTable.Builder table) {
        table.message(220, "cluster-state", 3, ClusterState.class)
                .part(221, NodeStatus.class)
                .part(222, NodeStatus.SentBytes.class)
                .part(223, ModelStatus.class)
                .part(224, ModelPhase.class)
                .part(225, ShardStatus.class);
    }

    private static void addMesh(MessageTable.Builder table) {
        table.message(240, "director-mesh", 1, ClusterDirector.MeshReported.class)
                .message(241, "mesh-roster", 1, MeshKeeper.Roster.class)
                .part(242, MeshReport.class)
                .part(243, MeshFacts.class)
                .part(244, MeshFacts.Port.class)
                .part(245, MeshFacts.Device.class)
                .part(246, MeshStatus.class)
                .part(247, LinkStatus.class)
                .part(248, LinkTraffic.class)
                .part(249, LinkState.class);
    }
}
