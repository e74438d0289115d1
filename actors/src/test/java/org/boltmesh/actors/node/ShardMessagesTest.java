package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializer;
import org.apache.pekko.serialization.Serializers;
import org.boltmesh.actors.serialization.KryoMessageSerializer;
import org.boltmesh.actors.serialization.Refusals;
import org.boltmesh.actors.serialization.RemoteMessage;
import org.boltmesh.actors.shard.LayerShard;
import org.boltmesh.actors.shard.ShardEvent;
import org.boltmesh.shards.model.ShardInfo;
import org.boltmesh.shards.pipeline.PipelineAddresses;
import org.boltmesh.shards.pipeline.PipelineLimits;
import org.boltmesh.shards.pipeline.PipelineTimes;
import org.boltmesh.shards.pipeline.StageRole;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What shards and their owners tell each other arrives as it was sent. */
class ShardMessagesTest {
    private static final ActorTestKit KIT =
            ActorTestKit.create(
                    ActorSystem.create(
                            Behaviors.empty(),
                            "messages",
                            ActorSystemSetup.create(
                                    KryoMessageSerializer.setup(
                                            RemoteMessages.table(), new Refusals()))));

    @AfterAll
    static void stop() {
        KIT.shutdownTestKit();
    }

    static Stream<RemoteMessage> messages() {
        var info =
                new ShardInfo("llama", 0, 3, 512, 4096, 8, 512, 1L << 40, 2, 3, "CPU, ggml", true);
        return Stream.of(
                new LayerShard.Join(
                        new StageRole(1L << 40, 1, 2, new PipelineLimits(4096, 8, 512)),
                        new PipelineAddresses(
                                List.of("10.0.0.1>10.0.0.2:40100/1"),
                                List.of("10.0.0.1>10.0.0.2:40100/2"),
                                List.of("10.0.0.2>10.0.0.1:40100/3"),
                                List.of("10.0.0.2>10.0.0.1:40100/4")),
                        new PipelineTimes(1_000, 60_000_000_000L)),
                LayerShard.Stop.INSTANCE,
                new ShardEvent.Loading(1, 5, 1L << 40),
                new ShardEvent.Loaded(1, info, 4711),
                new ShardEvent.Joined(1, 7),
                new ShardEvent.JoinFailed(1, 7, "no driver"),
                new ShardEvent.Lost(1, "killed by signal 9 (KILL)"),
                new ShardEvent.Refused(1, "no such file"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldArriveAsSent(RemoteMessage message) {
        assertThat(sent(message)).isEqualTo(message);
    }

    private static Object sent(RemoteMessage message) {
        Serialization serialization = SerializationExtension.get(Adapter.toClassic(KIT.system()));
        Serializer serializer = serialization.findSerializerFor(message);
        return serialization
                .deserialize(
                        serialization.serialize(message).get(),
                        serializer.identifier(),
                        Serializers.manifestFor(serializer, message))
                .get();
    }

    @Test
    void shouldSayWhomToTell() {
        var shard = KIT.createTestProbe(LayerShard.Command.class);
        var started = new ShardEvent.Started(2, shard.ref());
        ((ShardEvent.Started) sent(started)).shard().tell(LayerShard.Stop.INSTANCE);
        shard.expectMessage(LayerShard.Stop.INSTANCE);
    }
}
