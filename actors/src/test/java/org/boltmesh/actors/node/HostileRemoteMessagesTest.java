package org.boltmesh.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.SerializerWithStringManifest;
import org.boltmesh.actors.serialization.KryoMessageSerializer;
import org.boltmesh.actors.serialization.MessageTable;
import org.boltmesh.actors.serialization.Refusal;
import org.boltmesh.actors.serialization.Refusals;
import org.boltmesh.actors.shard.LayerShard;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.util.Try;

/** Messages of every type between nodes: good ones arrive, damaged ones are refused at no cost. */
class HostileRemoteMessagesTest {
    private static final int MESSAGES = 10_000;

    /** Good messages are far smaller; a hostile length would cost gigabytes. */
    private static final long ALLOCATED_MAX_BYTES = 4 << 20;

    private static final int GOOD_OF_EACH = 10;
    private static final int CHANGES_MAX = 4;
    private static final int TAIL_MAX_BYTES = 10;

    private final Refusals refusals = new Refusals();
    private final ActorTestKit kit =
            ActorTestKit.create(
                    ActorSystem.create(
                            Behaviors.empty(),
                            "hostile",
                            ActorSystemSetup.create(
                                    KryoMessageSerializer.setup(
                                            RemoteMessages.table(), refusals))));
    private final Serialization serialization =
            SerializationExtension.get(Adapter.toClassic(kit.system()));
    private final SerializerWithStringManifest serializer =
            (SerializerWithStringManifest)
                    serialization.findSerializerFor(LayerShard.Stop.INSTANCE);
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final RandomMessages messages = new RandomMessages(random, kit.createTestProbe().ref());
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<MessageTable.Row> rows =
            RemoteMessages.table().rows().stream()
                    .filter(row -> row.manifest().isPresent())
                    .toList();

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    /** A good message with the name that it travels under. */
    private record Sent(Object message, String manifest) {}

    @Test
    void shouldReadOrRefuseDamagedMessagesOfEveryType() {
        System.out.println("HostileRemoteMessagesTest: seed " + seed);
        List<Sent> good = rows.stream().flatMap(row -> sent(row).limit(GOOD_OF_EACH)).toList();
        int refused = 0;
        long mostBytes = 0;
        for (int number = 0; number < MESSAGES; number++) {
            Sent sent = good.get(number % good.size());
            byte[] hostile =
                    random.nextInt(4) == 0
                            ? randomBytes()
                            : mutated(serializer.toBinary(sent.message()));
            String manifest =
                    random.nextInt(4) == 0
                            ? good.get(random.nextInt(good.size())).manifest()
                            : sent.manifest();
            long before = threads.getCurrentThreadAllocatedBytes();
            refused += read(hostile, manifest).isFailure() ? 1 : 0;
            mostBytes = Math.max(mostBytes, threads.getCurrentThreadAllocatedBytes() - before);
        }
        System.out.printf(
                "%d of %d refused (%s), at most %d bytes allocated%n",
                refused, MESSAGES, counts(), mostBytes);
        assertThat(refusals.total()).isEqualTo(refused);
        assertThat(refused).isBetween(MESSAGES / 3, MESSAGES - 1);
        assertThat(mostBytes).isLessThan(ALLOCATED_MAX_BYTES);
    }

    /** Messages that arrive as they are sent. */
    private Stream<Sent> sent(MessageTable.Row row) {
        return Stream.generate(
                () -> {
                    var sent = new Sent(messages.of(row.type()), row.manifest().orElseThrow());
                    byte[] bytes = serializer.toBinary(sent.message());
                    assertThat(read(bytes, sent.manifest()).get()).isEqualTo(sent.message());
                    return sent;
                });
    }

    private Try<Object> read(byte[] bytes, String manifest) {
        return serialization.deserialize(bytes, serializer.identifier(), manifest);
    }

    private Map<Refusal, Long> counts() {
        Map<Refusal, Long> counts = new EnumMap<>(Refusal.class);
        for (Refusal refusal : Refusal.values()) {
            counts.put(refusal, refusals.count(refusal));
        }
        return counts;
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] mutated(byte[] bytes) {
        byte[] mutated = bytes.clone();
        for (int count = random.nextInt(CHANGES_MAX); count > 0 && mutated.length > 0; count--) {
            mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
        }
        return random.nextInt(4) == 0
                ? Arrays.copyOf(mutated, random.nextInt(bytes.length + TAIL_MAX_BYTES))
                : mutated;
    }
}
