package org.boltmesh.actors.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.boltmesh.actors.child.Backoff;
import org.boltmesh.shards.engine.FailureCode;
import org.boltmesh.shards.engine.FinishReason;
import org.boltmesh.shards.engine.LoadOptions;
import org.boltmesh.shards.model.LayerRange;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;
import org.boltmesh.shards.sampling.SamplingOptions;
import org.boltmesh.shards.template.ChatMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With real clients and servers, and a made-up model. */
@Timeout(120)
class LayerShardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final PipelineAddresses ALONE =
            new PipelineAddresses(List.of(), List.of(), List.of(), List.of());

    private final ActorTestKit kit = ActorTestKit.create();
    private final FakeEngines engines = new FakeEngines();
    private final TestProbe<ShardEvent> owner = kit.createTestProbe(ShardEvent.class);
    private final TestProbe<HeadEvent> asker = kit.createTestProbe(HeadEvent.class);

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
        assertThat(engines.areAllClosed()).isTrue();
    }

    private ActorRef<LayerShard.Command> spawn(String file) {
        var plan = new ShardPlan("fake", 1, 0, 1, file, LayerRange.ALL, LoadOptions.DEFAULT);
        ActorRef<LayerShard.Command> shard =
                kit.spawn(LayerShard.create(plan, engines, owner.ref(), LayerShardTest::fast));
        assertThat(event(ShardEvent.Started.class).shard()).isEqualTo(shard);
        return shard;
    }

    private static Backoff fast() {
        return new Backoff(Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofSeconds(30));
    }

    private ActorRef<LayerShard.Command> spawnLoaded() {
        ActorRef<LayerShard.Command> shard = spawn(FakeModels.GOOD);
        event(ShardEvent.Loaded.class);
        return shard;
    }

    private <E extends ShardEvent> E event(Class<E> wanted) {
        ShardEvent event = owner.receiveMessage(PATIENCE);
        while (!wanted.isInstance(event)) {
            event = owner.receiveMessage(PATIENCE);
        }
        return wanted.cast(event);
    }

    private <E extends HeadEvent> E answer(Class<E> wanted) {
        return asker.expectMessageClass(wanted, PATIENCE);
    }

    private LayerShard.Generate generate(long id, int token, int count) {
        return new LayerShard.Generate(
                id,
                new GenerateWork(List.of(token), SamplingOptions.greedy(), count, 0, false, 0),
                asker.ref());
    }

    private static LayerShard.Join join(long epoch, int stage, int stageCount) {
        return new LayerShard.Join(
                new StageRole(epoch, stage, stageCount, new PipelineLimits(64, 1, 8)),
                ALONE,
                new PipelineTimes(1_000_000_000L, 10_000_000_000L));
    }

    @Test
    void shouldTellHowLoadingGoes() {
        spawn(FakeModels.GOOD);
        ShardEvent.Loading loading = event(ShardEvent.Loading.class);
        while (loading.doneBytes() < 1000) {
            assertThat(loading.totalBytes()).isEqualTo(1000);
            loading = event(ShardEvent.Loading.class);
        }
        assertThat(event(ShardEvent.HeadVocabulary.class).facts().endTokens()).containsExactly(5);
        assertThat(owner.expectMessageClass(ShardEvent.Loaded.class, PATIENCE))
                .returns(ProcessHandle.current().pid(), ShardEvent.Loaded::pid)
                .returns("fake", loaded -> loaded.info().architecture());
    }

    @Test
    void shouldTellItsEngineAndEachOneAfterItWhereTheDriverIs() throws InterruptedException {
        ActorRef<LayerShard.Command> shard = spawnLoaded();
        shard.tell(new LayerShard.DriverMoved(Path.of("/dev/shm/driver-2")));
        assertThat(engines.nextPlace()).isEqualTo("/dev/shm/driver-2");
        shard.tell(generate(1, FakeModels.FATAL, 1));
        event(ShardEvent.Lost.class);
        assertThat(engines.nextPlace()).isEqualTo("/dev/shm/driver-2");
    }

    @Test
    void shouldAnswerWhatTheHeadIsAsked() {
        ActorRef<LayerShard.Command> shard = spawnLoaded();
        shard.tell(new LayerShard.Tokenize(1, "AB", true, true, asker.ref()));
        assertThat(answer(HeadEvent.Tokenized.class).tokens()).containsExactly(2, 3);
        shard.tell(
                new LayerShard.TokenizeChat(
                        2, List.of(new ChatMessage("user", "AB")), asker.ref()));
        assertThat(answer(HeadEvent.Tokenized.class).tokens()).containsExactly(2, 3);
        shard.tell(generate(3, 7, 2));
        assertThat(answer(HeadEvent.TokenCame.class))
                .isEqualTo(new HeadEvent.TokenCame(3, 0, 8, List.of()));
        assertThat(answer(HeadEvent.TokenCame.class))
                .isEqualTo(new HeadEvent.TokenCame(3, 1, 9, List.of()));
        assertThat(answer(HeadEvent.Ended.class))
                .returns(3L, HeadEvent.Ended::id)
                .returns(FinishReason.LENGTH, ended -> ended.finished().reason());
    }

    @Test
    void shouldCancelAGeneration() {
        ActorRef<LayerShard.Command> shard = spawnLoaded();
        shard.tell(generate(3, 7, 4000));
        answer(HeadEvent.TokenCame.class);
        shard.tell(new LayerShard.CancelGeneration(3));
        HeadEvent last = asker.receiveMessage(PATIENCE);
        while (last instanceof HeadEvent.TokenCame) {
            last = asker.receiveMessage(PATIENCE);
        }
        assertThat(last).isInstanceOf(HeadEvent.Ended.class);
    }

    @Test
    void shouldPassOnWhatTheEngineRefuses() {
        ActorRef<LayerShard.Command> shard = spawnLoaded();
        shard.tell(generate(3, 7, 0));
        assertThat(answer(HeadEvent.Failed.class))
                .returns(3L, HeadEvent.Failed::id)
                .returns(FailureCode.INVALID_REQUEST, HeadEvent.Failed::code);
    }

    @Test
    void shouldRefuseWhatTryingAgainCannotCure() {
        ActorRef<LayerShard.Command> shard = spawn(FakeModels.BROKEN);
        assertThat(event(ShardEvent.Refused.class).reason())
                .isEqualTo("broken.gguf is broken, want a whole one");
        owner.expectTerminated(shard, PATIENCE);
        assertThat(engines.areAllClosed()).isTrue();
    }

    @Test
    void shouldReplaceAnEngineThatDies() {
        ActorRef<LayerShard.Command> shard = spawnLoaded();
        shard.tell(generate(3, FakeModels.FATAL, 1));
        assertThat(answer(HeadEvent.Failed.class).code()).isEqualTo(FailureCode.LOST);
        assertThat(event(ShardEvent.Lost.class).reason()).contains("fake-1-0 hung up while");
        event(ShardEvent.HeadVocabulary.class);
        event(ShardEvent.Loaded.class);
        shard.tell(generate(4, 7, 1));
        assertThat(answer(HeadEvent.TokenCame.class).token()).isEqualTo(8);
        assertThat(engines.startedCount()).isEqualTo(2);
    }

    @Test
    void shouldTryAgainUntilAnEngineStarts() {
        engines.refuse("no memory for a process");
        ActorRef<LayerShard.Command> shard = spawn(FakeModels.GOOD);
        for (int again = 0; again < 3; again++) {
            assertThat(event(ShardEvent.Lost.class).reason()).isEqualTo("no memory for a process");
        }
        shard.tell(generate(3, 7, 1));
        assertThat(answer(HeadEvent.Failed.class))
                .returns(FailureCode.LOST, HeadEvent.Failed::code)
                .returns(
                        "stage 0 of model fake is not loaded: no memory for a process",
                        HeadEvent.Failed::message);
        engines.refuse("");
        event(ShardEvent.Loaded.class);
    }

    @Test
    void shouldJoinAPipeline() {
        ActorRef<LayerShard.Command> shard = spawnLoaded();
        shard.tell(join(1, 0, 1));
        assertThat(event(ShardEvent.Joined.class)).isEqualTo(new ShardEvent.Joined(0, 1));
        shard.tell(join(2, 0, 1));
        assertThat(event(ShardEvent.Joined.class)).isEqualTo(new ShardEvent.Joined(0, 2));
        shard.tell(join(3, 1, 2));
        assertThat(event(ShardEvent.JoinFailed.class))
                .returns(3L, ShardEvent.JoinFailed::epoch)
                .extracting(ShardEvent.JoinFailed::reason)
                .asString()
                .isNotEmpty();
    }

    @Test
    void shouldNotJoinBeforeItsLayersAreLoaded() {
        engines.refuse("no memory");
        ActorRef<LayerShard.Command> shard = spawn(FakeModels.GOOD);
        shard.tell(join(1, 0, 1));
        assertThat(event(ShardEvent.JoinFailed.class).reason())
                .startsWith("stage 0 of model fake is not loaded: ");
    }

    @Test
    void shouldEndItsEngineBeforeItself() {
        ActorRef<LayerShard.Command> shard = spawnLoaded();
        shard.tell(LayerShard.Stop.INSTANCE);
        owner.expectTerminated(shard, PATIENCE);
        assertThat(engines.areAllClosed()).isTrue();
    }

    @Test
    void shouldEndWithItsOwner() {
        ActorRef<LayerShard.Command> shard = spawnLoaded();
        owner.stop();
        asker.expectTerminated(shard, PATIENCE);
        assertThat(engines.areAllClosed()).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // what no caller may send makes the actor crash
    void shouldNotLeakItsEngineWhenItCrashes() {
        ActorRef<LayerShard.Command> shard = spawnLoaded();
        shard.tell(new LayerShard.Join(null, ALONE, new PipelineTimes(1, 1)));
        owner.expectTerminated(shard, PATIENCE);
        engines.awaitAllClosed();
    }

    @Test
    void shouldHaveEndedItsEngineWhenTheActorSystemHasEnded() {
        spawn(FakeModels.GOOD);
        while (engines.startedCount() == 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        kit.shutdownTestKit();
        assertThat(engines.areAllClosed()).isTrue();
    }
}
