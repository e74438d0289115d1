package org.boltmesh.actors.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.ManualTime;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.settings.HostPort;
import org.boltmesh.actors.shard.LayerShard;
import org.boltmesh.actors.shard.ShardEvent;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A coordinator among actors that only the test moves, in a time that only the test moves. */
class ModelCoordinatorTest {
    private static final int STAGES = 2;

    private final ActorTestKit kit = ActorTestKit.create(ManualTime.config());
    private final ManualTime time = ManualTime.get(kit.system());
    private final TestProbe<ClusterDirector.Command> director = kit.createTestProbe();
    private final TestProbe<AnswerEvent> client = kit.createTestProbe();
    private final List<TestProbe<NodeAgent.Command>> agents = new ArrayList<>();
    private final List<TestProbe<LayerShard.Command>> shards = new ArrayList<>();
    private final List<ActorRef<ShardEvent>> owners = new ArrayList<>();
    private final ActorRef<ModelCoordinator.Command> coordinator;

    ModelCoordinatorTest() {
        List<ModelPlan.StagePlan> stages = new ArrayList<>();
        for (int stage = 0; stage < STAGES; stage++) {
            agents.add(kit.createTestProbe());
            shards.add(kit.createTestProbe());
            stages.add(stage(stage));
        }
        coordinator =
                kit.spawn(
                        ModelCoordinator.create(
                                new ModelPlan(Samples.spec(), 7, stages, List.of()),
                                director.getRef()));
    }

    private ModelPlan.StagePlan stage(int stage) {
        return new ModelPlan.StagePlan(
                Samples.id("n" + stage),
                "n" + stage,
                agents.get(stage).getRef(),
                new HostPort("127.0.0.1", 4000 + stage),
                "/model",
                LayerRange.of(stage, stage, STAGES),
                new ModelPlan.Sizes(10, 20, 30));
    }

    @BeforeEach
    void startShards() {
        for (int stage = 0; stage < STAGES; stage++) {
            var start = agents.get(stage).expectMessageClass(NodeAgent.StartShard.class);
            assertThat(start.plan().stage()).isEqualTo(stage);
            assertThat(start.plan().options().memoryLimitBytes()).hasValue(60);
            owners.add(start.owner());
            owners.get(stage).tell(new ShardEvent.Started(stage, shards.get(stage).getRef()));
        }
    }

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    private void loaded(int stage) {
        if (stage == 0) {
            owners.get(0).tell(new ShardEvent.HeadVocabulary(0, Vocabularies.ofLetters()));
        }
        var info =
                new ShardInfo(
                        "llama",
                        stage,
                        stage,
                        256,
                        100 - stage,
                        8,
                        32 - stage,
                        10,
                        20,
                        5,
                        "x",
                        true);
        owners.get(stage).tell(new ShardEvent.Loaded(stage, info, 1000 + stage));
    }

    /** Awaits that all are told to join, and lets them. */
    private long join() {
        long epoch = 0;
        for (int stage = 0; stage < STAGES; stage++) {
            LayerShard.Join join = shards.get(stage).expectMessageClass(LayerShard.Join.class);
            assertThat(join.role().stage()).isEqualTo(stage);
            assertThat(join.role().limits().contextMax()).isEqualTo(99);
            assertThat(join.role().limits().microBatchMax()).isEqualTo(31);
            epoch = join.role().epoch();
        }
        for (int stage = 0; stage < STAGES; stage++) {
            owners.get(stage).tell(new ShardEvent.Joined(stage, epoch));
        }
        return epoch;
    }

    private long loadAndJoin() {
        loaded(1);
        loaded(0);
        return join();
    }

    private ModelReport awaitReport(ModelPhase phase) {
        ClusterDirector.Command told = director.receiveMessage();
        while (!(told instanceof ClusterDirector.ModelReported(ModelReport report))
                || report.progress().phase() != phase) {
            told = director.receiveMessage();
        }
        return ((ClusterDirector.ModelReported) told).report();
    }

    private void ask() {
        var request =
                new AnswerRequest(
                        Samples.MODEL,
                        new Prompt.Tokens(List.of(5)),
                        SamplingOptions.greedy(),
                        9,
                        0,
                        true);
        coordinator.tell(new ModelCoordinator.Submit(request, List.of(), client.getRef()));
    }

    @Test
    void shouldServeWhenAllHaveJoined() {
        ask();
        shards.get(0).expectNoMessage();
        loadAndJoin();
        ModelReport report = awaitReport(ModelPhase.READY);
        assertThat(report.shards()).extracting(ShardStatus::pid).containsExactly(1000L, 1001L);
        client.expectMessageClass(AnswerEvent.Begun.class);
        shards.get(0).expectMessageClass(LayerShard.Generate.class);
    }

    @Test
    void shouldJoinAllUnderAHigherEpochWhenOneWasLost() {
        long first = loadAndJoin();
        ask();
        shards.get(0).expectMessageClass(LayerShard.Generate.class);
        owners.get(1).tell(new ShardEvent.Lost(1, "it was killed"));
        ModelReport lost = awaitReport(ModelPhase.LOADING);
        while (lost.progress().detail().isEmpty()) {
            lost = awaitReport(ModelPhase.LOADING);
        }
        assertThat(lost.progress().detail()).isEqualTo("node n1: it was killed");
        loaded(1);
        assertThat(join()).isGreaterThan(first);
        assertThat(awaitReport(ModelPhase.READY).restarts()).isEqualTo(1);
    }

    @Test
    void shouldSayAgainWhatWasLostOnItsWay() {
        loaded(0);
        loaded(1);
        shards.forEach(shard -> shard.expectMessageClass(LayerShard.Join.class));
        time.timePasses(Duration.ofSeconds(59));
        shards.forEach(shard -> shard.expectNoMessage());
        time.timePasses(Duration.ofSeconds(1));
        join();
        awaitReport(ModelPhase.READY);
        time.timePasses(Duration.ofMinutes(2));
        shards.forEach(shard -> shard.expectNoMessage());
    }

    @Test
    void shouldGiveUpWithANodeAndTellThatUntilANewDirectorCanHaveHeard() {
        loadAndJoin();
        shards.get(1).stop();
        ClusterDirector.Command told = director.receiveMessage();
        while (!(told instanceof ClusterDirector.ModelFailed)) {
            told = director.receiveMessage();
        }
        assertThat(told)
                .isEqualTo(
                        new ClusterDirector.ModelFailed(
                                Samples.MODEL, 7, "node n1: its shard has ended"));
        shards.get(0).expectMessage(LayerShard.Stop.INSTANCE);
        shards.get(0).stop();
        ask();
        client.expectNoMessage();
        time.timePasses(Duration.ofSeconds(3));
        client.expectTerminated(coordinator);
    }

    @Test
    void shouldTellClientsThatTheModelIsUnloadedAndEndAfterItsShards() {
        loadAndJoin();
        ask();
        client.expectMessageClass(AnswerEvent.Begun.class);
        coordinator.tell(new ModelCoordinator.Stop("it was unloaded"));
        client.expectMessage(new AnswerEvent.Failed(FailureCode.NOT_LOADED, "it was unloaded"));
        shards.get(0).expectMessageClass(LayerShard.Generate.class);
        shards.forEach(shard -> shard.expectMessage(LayerShard.Stop.INSTANCE));
        shards.forEach(TestProbe::stop);
        director.expectTerminated(coordinator);
    }
}
