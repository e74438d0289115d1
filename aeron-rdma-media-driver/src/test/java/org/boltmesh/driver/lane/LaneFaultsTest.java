package org.boltmesh.driver.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.boltmesh.driver.simulated.CableFaults;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is delivered is whole, once, of this epoch; and credits come back after the faults. */
class LaneFaultsTest {
    private static final int ROUNDS = 6_000;
    private static final int KEEP_ALIVE_ROUNDS = 50;
    private static final long ROUND_NS = 20_000;
    private static final LaneSizes SIZES =
            new LaneSizes(List.of(new LaneSize(4096, 16, 4), new LaneSize(8192, 24, 4)));

    /** Checks what one side takes; a datagram is a number and a pattern made from it. */
    private static final class Taker implements LaneHandler {
        private final Set<Long> numbers = new HashSet<>();
        private long late;
        private final long[] highest = {-1, -1};

        @Override
        public void onDatagram(SlotHeader header, UnsafeBuffer buffer, int offset, int length) {
            long number = buffer.getLong(offset);
            assertThat(numbers.add(number)).as("%d for the first time", number).isTrue();
            assertThat(length).isEqualTo(lengthOf(number));
            for (int i = Long.BYTES; i < length; i++) {
                if (buffer.getByte(offset + i) != pattern(number, i)) {
                    throw new AssertionError("datagram %d is damaged at %d".formatted(number, i));
                }
            }
            int lane = header.source();
            late += header.sequence() < highest[lane] ? 1 : 0;
            highest[lane] = Math.max(highest[lane], header.sequence());
        }
    }

    @TempDir Path folder;

    private final UnsafeBuffer datagram = new UnsafeBuffer(new byte[8192]);
    private long next;

    private static int lengthOf(long number) {
        return (int) (Long.BYTES + number * 37 % 3000);
    }

    private static byte pattern(long number, int index) {
        return (byte) (number * 31 + index * 7L);
    }

    @ParameterizedTest
    @CsvSource({
        "thunderbolt, 20000, 20000, 20000, 20000",
        "ordinary, 20000, 20000, 20000, 20000",
        "thunderbolt, 500000, 100000, 0, 200000",
        "ordinary, 500000, 100000, 300000, 200000",
        "thunderbolt, 900000, 0, 0, 0",
        "ordinary, 990000, 0, 0, 0"
    })
    void shouldDeliverOnlyWhatIsWholeAndNewAndGoOn(
            String manners, int lossPpm, int damagePpm, int duplicatePpm, int reorderPpm) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (LaneLink link = new LaneLink(folder, manners, SIZES, 9, 9)) {
            link.latency(5_000);
            link.faults(
                    CableFaults.seeded(seed)
                            .withLoss(lossPpm)
                            .withDamage(damagePpm)
                            .withDuplication(duplicatePpm)
                            .withReordering(reorderPpm));
            Taker left = new Taker();
            Taker right = new Taker();
            run(link, left, right, random);
            check(link, left, right, seed, lossPpm);

            link.faults(CableFaults.NONE);
            run(link, left, right, random);
            long missing = link.right.lane(0).missing() + link.right.lane(1).missing();
            int before = right.numbers.size();
            run(link, left, right, random);
            assertThat(right.numbers.size() - before).as("seed %d", seed).isGreaterThan(ROUNDS / 2);
            assertThat(link.right.lane(0).missing() + link.right.lane(1).missing())
                    .as("seed %d: credits let no more be sent than is received", seed)
                    .isEqualTo(missing);
        }
    }

    private void run(LaneLink link, Taker left, Taker right, Random random) {
        for (int round = 0; round < ROUNDS; round++) {
            link.nowNs += ROUND_NS;
            offer(link, link.left, random);
            if (random.nextInt(4) == 0) {
                offer(link, link.right, random);
            }
            if (round % KEEP_ALIVE_ROUNDS == 0) {
                link.left.sendLimits(link.nowNs);
                link.right.sendLimits(link.nowNs);
            }
            if (random.nextInt(4) != 0) {
                link.left.poll(left, link.nowNs, 1 + random.nextInt(16));
            }
            if (random.nextInt(4) != 0) {
                link.right.poll(right, link.nowNs, 1 + random.nextInt(16));
            }
        }
    }

    private void offer(LaneLink link, Lanes from, Random random) {
        int lane = random.nextInt(2);
        datagram.putLong(0, next);
        int lengthBytes = lengthOf(next);
        for (int i = Long.BYTES; i < lengthBytes; i++) {
            datagram.putByte(i, pattern(next, i));
        }
        SlotKind kind = random.nextInt(8) == 0 ? SlotKind.CONTROL : SlotKind.DATA;
        from.lane(lane).offer(kind, lane, 3, datagram, 0, lengthBytes, link.nowNs);
        next++;
    }

    private static void check(LaneLink link, Taker left, Taker right, long seed, int lossPpm) {
        assertThat(link.left.hasFailed() || link.right.hasFailed()).as("seed %d", seed).isFalse();
        assertThat(right.numbers).as("seed %d", seed).isNotEmpty();
        assertThat(left.numbers).as("seed %d", seed).doesNotContainAnyElementsOf(right.numbers);
        for (int lane = 0; lane < SIZES.count(); lane++) {
            LaneCounters counters = link.right.lane(lane).counters();
            assertThat(counters.limitsRefused()).as("seed %d", seed).isZero();
            assertThat(counters.judged(SlotVerdict.STALE_EPOCH)).as("seed %d", seed).isZero();
            if (lossPpm > 0) {
                assertThat(link.right.lane(lane).missing()).as("seed %d", seed).isPositive();
            }
        }
        // Those of lane 0 may be limits, too, which the handler does not see.
        assertThat(link.right.lane(0).late() + link.right.lane(1).late())
                .as("seed %d", seed)
                .isGreaterThanOrEqualTo(right.late);
    }
}
