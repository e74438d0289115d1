package org.boltmesh.actors.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.NotSerializableException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Random bytes and damaged messages: each is read or refused, and costs little. */
class HostileMessagesTest {
    private static final int MESSAGES = 10_000;

    /** The largest sample is far smaller; a hostile length would cost gigabytes. */
    private static final long ALLOCATED_MAX_BYTES = 4 << 20;

    private final ActorTestKit kit = ActorTestKit.create();
    private final Refusals refusals = new Refusals();
    private final KryoMessageSerializer serializer =
            new KryoMessageSerializer(Sample.table(), refusals, ActorRefResolver.get(kit.system()));
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    @Test
    void shouldReadOrRefuseEveryMessage() {
        long seed = System.nanoTime();
        System.err.println("HostileMessagesTest: seed " + seed);
        var random = new Random(seed);
        List<Sample> samples = KryoMessageSerializerTest.samples().toList();
        List<String> manifests =
                Sample.table().rows().stream().flatMap(row -> row.manifest().stream()).toList();
        int refused = 0;
        for (int number = 0; number < MESSAGES; number++) {
            Sample sample = samples.get(random.nextInt(samples.size()));
            boolean known = random.nextInt(20) > 0;
            String manifest =
                    random.nextBoolean()
                            ? serializer.manifest(sample)
                            : manifests.get(random.nextInt(manifests.size()));
            byte[] bytes =
                    random.nextInt(4) == 0
                            ? randomBytes(random)
                            : mutated(serializer.toBinary(sample), random);
            refused += isRefused(bytes, known ? manifest : manifest + "0", random) ? 1 : 0;
        }
        assertThat(refusals.total()).isEqualTo(refused);
        assertThat(refused).isGreaterThan(MESSAGES / 3).isLessThan(MESSAGES);
        for (Refusal refusal : Refusal.values()) {
            assertThat(refusals.count(refusal)).as(refusal.name()).isPositive();
        }
    }

    private boolean isRefused(byte[] bytes, String manifest, Random random) {
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            Object message =
                    random.nextBoolean()
                            ? serializer.fromBinary(bytes, manifest)
                            : serializer.fromBinary(ByteBuffer.wrap(bytes), manifest);
            assertThat(message).isInstanceOf(Sample.class);
            return false;
        } catch (NotSerializableException e) {
            return true;
        } finally {
            assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                    .isLessThan(ALLOCATED_MAX_BYTES);
        }
    }

    private static byte[] randomBytes(Random random) {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] mutated = bytes.clone();
        for (int count = random.nextInt(4); count > 0 && mutated.length > 0; count--) {
            mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
        }
        return random.nextInt(4) == 0
                ? Arrays.copyOf(mutated, random.nextInt(bytes.length + 10))
                : mutated;
    }
}
