package org.boltmesh.driver.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlotCheckTest {
    private static final int SLOT_BYTES = 512;
    private static final long EPOCH = 0x1234_5678_9ABCL;
    private static final int PAYLOAD_BYTES = 100;
    private static final int ARRIVED_BYTES = SlotHeader.LENGTH_BYTES + PAYLOAD_BYTES;
    private static final int ROUNDS = Integer.getInteger("boltmesh.fuzz-rounds", 200_000);

    private final SlotMemory memory =
            new SlotMemory(ByteBuffer.allocateDirect(2 * SLOT_BYTES), SLOT_BYTES);
    private final SlotHeader header = new SlotHeader();
    private final SlotCheck check = new SlotCheck(memory, EPOCH);

    private void write(long sequence) {
        memory.buffer().setMemory(memory.offset(1), SLOT_BYTES, (byte) sequence);
        header.wrap(memory.buffer(), memory.offset(1))
                .mark()
                .kind(SlotKind.CONTROL)
                .payloadBytes(PAYLOAD_BYTES)
                .endpoints(7, SlotHeader.ENDPOINT_MAX)
                .epoch(EPOCH)
                .sequence(sequence);
        seal();
    }

    private void seal() {
        header.checksum(memory.checksum(1, header.payloadBytes()));
    }

    private void flip(int index) {
        int at = memory.offset(1) + index;
        memory.buffer().putByte(at, (byte) (memory.buffer().getByte(at) ^ 0x10));
    }

    @Test
    void shouldReadWhatWasWritten() {
        write(3);
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.GOOD);
        SlotHeader read = check.header();
        assertThat(read.kind()).isEqualTo(SlotKind.CONTROL);
        assertThat(read.payloadBytes()).isEqualTo(PAYLOAD_BYTES);
        assertThat(read.source()).isEqualTo(7);
        assertThat(read.destination()).isEqualTo(65_535);
        assertThat(read.epoch()).isEqualTo(EPOCH);
        assertThat(read.sequence()).isEqualTo(3);
    }

    @Test
    void shouldGiveTheReasonOfADrop() {
        assertThat(check.judge(0, SLOT_BYTES)).isEqualTo(SlotVerdict.BAD_MAGIC);
        write(0);
        assertThat(check.judge(1, SlotHeader.LENGTH_BYTES - 1)).isEqualTo(SlotVerdict.BAD_SIZE);
        assertThat(check.judge(1, -1)).isEqualTo(SlotVerdict.BAD_SIZE);
        assertThat(check.judge(1, SLOT_BYTES + 1)).isEqualTo(SlotVerdict.BAD_SIZE);
        assertThat(check.judge(1, ARRIVED_BYTES - 1)).isEqualTo(SlotVerdict.BAD_LENGTH);
        header.payloadBytes(-1);
        assertThat(check.judge(1, SLOT_BYTES)).isEqualTo(SlotVerdict.BAD_LENGTH);
        header.payloadBytes(Integer.MAX_VALUE);
        assertThat(check.judge(1, SLOT_BYTES)).isEqualTo(SlotVerdict.BAD_LENGTH);
        write(0);
        flip(6);
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.BAD_VERSION);
        flip(6);
        flip(ARRIVED_BYTES - 1);
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.BAD_CHECKSUM);
        assertThat(check.sequences().missing()).isZero();
    }

    @Test
    void shouldDropWhatIsWholeButNotForNow() {
        write(0);
        flip(7);
        seal();
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.UNKNOWN_KIND);
        write(0);
        header.epoch(EPOCH - 1);
        seal();
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.STALE_EPOCH);
        header.epoch(EPOCH + 1);
        seal();
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.STALE_EPOCH);
        write(0);
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.GOOD);
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.SEQUENCE_REPEATED);
        write(2 * SequenceWindow.SIZE);
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.GOOD);
        write(1);
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.SEQUENCE_OLD);
        write(Long.MAX_VALUE);
        assertThat(check.judge(1, ARRIVED_BYTES)).isEqualTo(SlotVerdict.SEQUENCE_AHEAD);
    }

    @Test
    void shouldDropAndCountRandomSlots() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        LaneCounters counters = new LaneCounters();
        byte[] noise = new byte[64];
        for (int round = 0; round < ROUNDS; round++) {
            random.nextBytes(noise);
            memory.buffer().putBytes(memory.offset(1), noise);
            makePlausible(random);
            counters.onJudged(check.judge(1, random.nextInt(SLOT_BYTES + 100) - 50));
        }
        assertThat(counters.dropped()).as("seed %d", seed).isEqualTo(ROUNDS);
        assertThat(counters.judged(SlotVerdict.BAD_CHECKSUM)).isPositive();
        assertThat(counters.judged(SlotVerdict.BAD_LENGTH)).isPositive();
    }

    /** So that noise gets beyond the first look, more often than by chance. */
    private void makePlausible(Random random) {
        header.wrap(memory.buffer(), memory.offset(1));
        if (random.nextInt(4) != 0) {
            header.mark();
        }
        if (random.nextBoolean()) {
            header.payloadBytes(random.nextInt(SLOT_BYTES));
        }
    }

    @Test
    void shouldFindEveryMutationOfAGoodSlot() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        LaneCounters counters = new LaneCounters();
        for (int round = 0; round < ROUNDS; round++) {
            write(round);
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                int at = memory.offset(1) + random.nextInt(ARRIVED_BYTES);
                // A different value of each, so that no two cancel out.
                byte mask = (byte) (1 << flips);
                memory.buffer().putByte(at, (byte) (memory.buffer().getByte(at) ^ mask));
            }
            counters.onJudged(check.judge(1, ARRIVED_BYTES));
        }
        assertThat(counters.dropped()).as("seed %d", seed).isEqualTo(ROUNDS);
        assertThat(check.sequences().missing()).isZero();
    }
}
